import { updateEvent } from '#contract/organiser.ts'
import type { PaymentForm } from '#contract/payment.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { robotCheckService } from '#tests/fakes/robot-check-service.ts'
import { linkGroup } from '../../support/organiser/attendee-group.ts'
import { type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { filledIn, hold, infoOf, pay, readyToPay, sendDetails } from '../../support/buyer/purchase.ts'
import { setUpEvent } from '../../support/organiser/event-setup.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

/** Takes transfers and pays at the desk; wants its privacy policy accepted; asks for a captcha. */
type EventName = 'plain' | 'private' | 'asking'

/** What can prevent an order from being paid, by the words of `world.ready`. */
export type ConfirmFixture = {
  /** An order that can be paid. */
  ready(event?: EventName, counts?: Readonly<Record<string, number>>): Promise<string>
  /** One whose details are missing. */
  held(): Promise<string>
  /** One whose time is over. */
  expired(): Promise<string>
  /** One made with a code whose maximum has been lowered since. */
  withLostCode(): Promise<string>
  /** One of an event that has become one for other people since. */
  withoutInvitation(): Promise<string>
  pay(id: string, form: PaymentForm, language?: string): Promise<Reply>
  infoOf(id: string): Promise<ReservationInfo>
  move(milliseconds: number): void
  /** In the language of a buyer. */
  text(language: string, key: string): string
}

/** `const world = await openConfirmWorld()` at the top of the file. */
export async function openConfirmFixture(): Promise<ConfirmFixture> {
  const clock = manualClock()
  const service = await robotCheckService()
  const { url, apiKey, shop } = await testShop({ clock, environment: { RECAPTCHA_API_BASE: service.url } })
  const organiser = await anOrganiser(url, apiKey)
  const buyer = aBuyer(url)
  const now = clock.now()
  const categories = [
    aCategoryFile(now),
    aCategoryFile(now, { name: 'Cash only', maxTickets: 20, settings: { PAYMENT_METHODS_BLACKLIST: 'BANK_TRANSFER' } }),
  ]
  await organiser.open(anEventFile(now, { slug: 'plain', seats: 100, categories }))
  await organiser.open(anEventFile(now, { slug: 'private', privacyPolicyUrl: 'https://alpine.example/privacy' }))
  await putSettings(shop.db, { level: 'system' }, [
    ['RECAPTCHA_API_KEY', service.siteKey],
    ['RECAPTCHA_SECRET', service.secret],
  ])
  await organiser.open(anEventFile(now, { slug: 'asking', settings: { ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS: true } }))
  const setup = await setUpEvent(shop, 'plain')

  const ready: ConfirmFixture['ready'] = (event = 'plain', counts = { Conference: 1 }) =>
    readyToPay(buyer, event, counts)
  return {
    ready,
    held: () => hold(buyer, 'plain', { Conference: 1 }),
    expired: async () => {
      const id = await ready()
      clock.move(minutes(25))
      return id
    },
    withLostCode: async () => {
      const code = await setup.code({ code: 'TWO-TIMES', off: '10%', maximum: 2 })
      const id = await setup.hold(buyer, { tickets: { Conference: 2 }, code: 'TWO-TIMES' })
      await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
      await shop.db.kysely.updateTable('promo_code').set({ max_usage: 1 }).where('id', '=', code).execute()
      return id
    },
    withoutInvitation: async () => {
      const event = await organiser.open(anEventFile(now, { slug: 'invited' }))
      const id = await readyToPay(buyer, event, { Conference: 1 })
      await linkGroup(shop.db, event, { members: ['grace@example.org'] })
      await organiser.api.expect(updateEvent, 200, { params: { slug: event }, body: {} })
      return id
    },
    pay: (id, form, language) => pay(buyer, id, form, language),
    infoOf: id => infoOf(buyer, id),
    move: milliseconds => clock.move(milliseconds),
    text: (language, key) => shop.texts.text(language, key),
  }
}
