import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import type { Shop } from '#server/catalog/context.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { linkGroup } from '../../support/organiser/attendee-group.ts'
import { type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { SELLER_IN_BERLIN, SELLER_IN_MILAN } from '../../support/organiser/invoice.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { holdPass } from '../../support/buyer/pass-purchase.ts'
import { ADA, filledIn, hold, infoOf, sendDetails } from '../../support/buyer/purchase.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'
import {
  type Answers,
  type AnswersFixture,
  type QuestionPlace,
  GOOD_NUMBER,
  answersOfOwner,
  answersWith,
  askingFile,
  unverifiedFile,
  withAnswers,
} from './questions.ts'

/**
 * Nothing special; for guests of a list; sellers who make invoices in Berlin and in Milan, and one there whose price is just what cards take;
 * two who ask questions.
 */
type EventName = 'plain' | 'guests' | 'berlin' | 'milan' | 'low' | 'asking' | 'unverified'

type PassName = 'plain' | 'asking' | 'unverified'

type Change = (form: ContactAndTicketsForm, info: ReservationInfo) => ContactAndTicketsForm

/** One shop for everything that can be wrong with the details of an order. */
export type DetailsFixture = AnswersFixture & {
  /** A new order of one ticket. */
  order(event: EventName): Promise<NewOrder>
  /** The details of a new order of a pass that asks owners what this event asks of tickets. */
  sendPass(event: PassName, changes: ContactAndTicketsForm): Promise<Reply>
  /** The details of a new order, sent so many milliseconds after it was held. */
  send(event: EventName, change: Change, after?: number): Promise<Reply>
}

type NewOrder = {
  /** Filled in well but for the change. */
  send(change: Change, isInsisting?: boolean): Promise<Reply>
  isOverviewOpen(): Promise<boolean>
}

/** `const world = await openDetailsWorld()` at the top of the file. */
export async function openDetailsFixture(): Promise<DetailsFixture> {
  const register = await vatRegister(['AT U12345678', GOOD_NUMBER])
  const clock = manualClock()
  const { url, apiKey, shop } = await testShop({ clock, environment: { VIES_API_BASE: register.url } })
  const organiser = await anOrganiser(url, apiKey)
  const buyer = aBuyer(url)
  const now = clock.now()
  for (const slug of ['plain', 'guests'] as const) await organiser.open(anEventFile(now, { slug, seats: 200 }))
  await linkGroup(shop.db, 'guests', { members: ['grace@example.org'], category: 'Conference' })
  const sellers = { berlin: SELLER_IN_BERLIN, milan: SELLER_IN_MILAN }
  const categories = [aCategoryFile(now)]
  for (const [slug, settings] of Object.entries(sellers)) {
    await organiser.open(anEventFile(now, { slug, seats: 200, settings, categories }))
  }
  const cards = {
    STRIPE_CC_ENABLED: true,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLIC_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_PAYMENT_KEY: 'whsec_1',
  }
  const low = anEventFile(now, {
    slug: 'low',
    seats: 200,
    settings: { ...SELLER_IN_BERLIN, ...cards },
    categories: [aCategoryFile(now, { price: 0.55 })],
  })
  const inEuros = { currency: 'EUR', taxPercentage: 19, paymentMethods: ['STRIPE' as const] }
  await organiser.open({ ...low, tickets: { ...low.tickets, ...inEuros } })
  await organiser.open(askingFile(now))
  await organiser.open(unverifiedFile(now))

  const passes = {
    plain: await aPassAsking(shop, 'plain'),
    asking: await aPassAsking(shop, 'asking'),
    unverified: await aPassAsking(shop, 'unverified'),
  }
  const sendPass: DetailsFixture['sendPass'] = async (event, changes) =>
    sendDetails(buyer, await holdPass(buyer, passes[event]), { ...ADA, tickets: {}, ...changes })

  const order: DetailsFixture['order'] = async event => {
    const id = await hold(buyer, event, { Conference: 1 })
    const info = await infoOf(buyer, id)
    return {
      send: (change, isInsisting) => sendDetails(buyer, id, change(filledIn(info), info), isInsisting),
      isOverviewOpen: async () => (await infoOf(buyer, id)).validatedBookingInformation,
    }
  }
  const send: DetailsFixture['send'] = async (event, change, after = 0) => {
    const { send: sendForm } = await order(event)
    clock.move(after)
    return sendForm(change)
  }
  const sendAnswers = (event: 'asking' | 'unverified', where: QuestionPlace, changes: Answers) => {
    const isVerified = event === 'asking'
    if (where === 'pass') {
      return sendPass(event, { subscriptionOwner: { additional: answersOfOwner(changes, { isVerified }) } })
    }
    return send(event, (form, info) => withAnswers(form, info, answersWith(where, changes, { isVerified })))
  }
  return {
    order,
    send,
    sendPass,
    answer: (where, changes) => sendAnswers('asking', where, changes),
    answerUnverified: (where, changes) => sendAnswers('unverified', where, changes),
    whileRegisterIs: async (mood, act) => {
      register.behave(mood)
      // Earlier answers of the register are dropped after a quarter of an hour.
      clock.move(minutes(16))
      return act().finally(() => register.behave('usual'))
    },
  }
}

/** A free pass with the questions to attendees of an event, and the setting by which their VAT numbers are verified. */
async function aPassAsking(shop: Shop, event: PassName): Promise<string> {
  const offer = await shop.catalog.offeredEvent(event)
  if (!offer) throw new Error(`there is no event ${event}`)
  const { id: eventId, organization } = offer.context
  const { id, publicId } = await storePass(shop, {
    organizationId: organization.id,
    price: 0n,
    settings: { COUNTRY_OF_BUSINESS: 'DE', ENABLE_VIES_VALIDATION: String(event !== 'unverified') },
  })
  await shop.db.pool.query(
    `insert into additional_field (purchase_context_id, name, type, required, editable, minimum, maximum, options, label, ordinal)
     select $1, name, type, required, editable, minimum, maximum, options, label, ordinal
     from additional_field where purchase_context_id = $2 and service_id is null`,
    [id, eventId],
  )
  return publicId
}
