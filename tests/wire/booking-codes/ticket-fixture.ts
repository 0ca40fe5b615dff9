import type { AdditionalServiceLinkForm, UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { updateTicket } from '#contract/ticket.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { linkGroup } from '../../support/organiser/attendee-group.ts'
import { type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { ADA, PAY_BY, buy, hold, infoOf, pay, sendDetails, ticketsOf } from '../../support/buyer/purchase.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'
import {
  type AnswersFixture,
  type QuestionPlace,
  GOOD_NUMBER,
  type OfTicket,
  answersWith,
  askingFile,
  unverifiedFile,
} from './questions.ts'

/** One shop for everything that can be wrong with the new data of a ticket. */
export type TicketFixture = AnswersFixture & {
  /** A ticket with all that is asked, answered well but for the changes. */
  put(changes: UpdateTicketOwnerForm): Promise<Reply>
  /** The same with its extra listed like this. */
  putListing(change: (own: AdditionalServiceLinkForm) => AdditionalServiceLinkForm): Promise<Reply>
  /** A ticket of an event that has become one for members of a group. */
  putForMembers(changes: UpdateTicketOwnerForm): Promise<Reply>
}

type TicketAt = { readonly eventName: string; readonly ticketIdentifier: string; readonly itemId: number }

const EVA = { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org' }

/** `const world = await openTicketWorld()` at the top of the file. What is refused changes nothing: one ticket does. */
export async function openTicketFixture(): Promise<TicketFixture> {
  const register = await vatRegister([GOOD_NUMBER])
  const clock = manualClock()
  const { url, apiKey, shop } = await testShop({ clock, environment: { VIES_API_BASE: register.url } })
  const organiser = await anOrganiser(url, apiKey)
  const buyer = aBuyer(url)
  const now = clock.now()

  const bought = async (eventName: string): Promise<TicketAt> => {
    const id = await hold(buyer, eventName, { Conference: 1 })
    await sendDetails(buyer, id, { ...ADA, postponeAssignment: true, tickets: {} })
    await pay(buyer, id, PAY_BY.NONE)
    const info = await infoOf(buyer, id)
    const itemId = info.additionalServiceWithData[0]?.itemId ?? 0
    return { eventName, ticketIdentifier: ticketsOf(info)[0]?.uuid ?? '', itemId }
  }
  const purchase = await bought(await organiser.open(askingFile(now)))
  const unverified = await bought(await organiser.open(unverifiedFile(now)))
  const members = await ofMembers()

  async function ofMembers(): Promise<TicketAt> {
    const eventName = await organiser.open(aFreeEventFile(now, { slug: 'members' }))
    const id = await buy(buyer, eventName, { Everybody: 1 }, { by: 'NONE' })
    await linkGroup(shop.db, eventName, { members: ['grace@example.org'] })
    const offer = await shop.catalog.offeredEvent(eventName)
    if (offer) shop.catalog.offerChanged(offer.context)
    return { eventName, ticketIdentifier: ticketsOf(await infoOf(buyer, id))[0]?.uuid ?? '', itemId: 0 }
  }

  const put = ({ eventName, ticketIdentifier }: TicketAt, changes: UpdateTicketOwnerForm): Promise<Reply> =>
    buyer.ask(updateTicket, { params: { eventName, ticketIdentifier }, body: { ...EVA, ...changes } })

  const putAnswers = (ticket: TicketAt, { ticket: additional, extra }: ReturnType<typeof answersWith>) =>
    put(ticket, { additional, additionalServices: linked(ticket, extra) })

  const good = answersWith('ticket', {})
  return {
    put: changes => put(purchase, { additional: good.ticket, ...changes }),
    putListing: change => {
      const own = linked(purchase, good.extra)[purchase.ticketIdentifier] ?? []
      return put(purchase, {
        additional: good.ticket,
        additionalServices: { [purchase.ticketIdentifier]: own.map(change) },
      })
    },
    putForMembers: changes => put(members, changes),
    answer: (place, changes) => putAnswers(purchase, answersWith(ofTicket(place), changes)),
    answerUnverified: (place, changes) =>
      putAnswers(unverified, answersWith(ofTicket(place), changes, { isVerified: false })),
    whileRegisterIs: async (mood, act) => {
      register.behave(mood)
      // Earlier answers of the register are dropped after a quarter of an hour.
      clock.move(minutes(16))
      return act().finally(() => register.behave('usual'))
    },
  }
}

function linked({ ticketIdentifier, itemId }: TicketAt, additional: Record<string, (string | null)[]>) {
  const link: AdditionalServiceLinkForm = {
    additionalServiceItemId: itemId,
    ticketUUID: ticketIdentifier,
    additional,
  }
  return { [ticketIdentifier]: [link] }
}

function ofTicket(place: QuestionPlace): OfTicket {
  if (place === 'pass') throw new Error('a ticket has no owner of a pass')
  return place
}
