import { type Instant, after } from '#domain/foundation/instant.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import { expireTransfers } from '#server/payment/pay/expire-transfers.ts'
import { retryFinalizations } from '#server/payment/pay/finalize.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { distributeSeats } from '#server/order/waiting-list/distribute-seats.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { linkGroup } from '../../support/organiser/attendee-group.ts'
import { aKey, aScanner } from '../../support/organiser/door.ts'
import { type EventSetup, setUpEvent } from '../../support/organiser/event-setup.ts'
import { type Organiser, anOrganiser } from '../../support/organiser/organiser.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { testShop } from '../../support/shop/test-shop.ts'
import { MOLLIE, PAYPAL, SAFERPAY, STRIPE, STRIPE_TOKEN, type Subject } from '../../wire/payments/subjects.ts'
import type { Card, Shape } from './shape.ts'

/** A way to pay; `own`: without a provider. */
export type Way = Pick<Subject, 'proxy' | 'method'> & {
  readonly kind: 'page' | 'token' | 'redirect' | 'own'
  readonly fake: ProviderFake | null
}

/** The event of one history, and its pass where it has one. */
export type Place = {
  readonly event: string
  readonly organiser: Organiser
  readonly setup: EventSetup
  readonly passId: string | null
  /** Of the event and of the pass. */
  readonly ways: readonly Way[]
}

/** A card provider in an order, its stand-in and what an organiser sets. */
const CARD_SUBJECTS = { STRIPE, STRIPE_TOKEN, MOLLIE, SAFERPAY } as const satisfies Record<Card, Subject>

/** As the log has an answer that no code has foreseen. */
const IS_ERROR = /"msg":"request failed"/
const SLOW_MS = 20
const SEATS = 10
export const CODE = 'LESS'
/** So many tickets may have it. */
const CODE_USES = 2

export type HistoryShop = Awaited<ReturnType<typeof historyShop>>

/** One shop in the process of the test with a stand-in of each provider; each history has an event of its own. */
export async function historyShop() {
  const clock = manualClock()
  let address = 'http://127.0.0.1:9'
  const options = { notify: () => address, now: () => clock.now(), slowMs: SLOW_MS }
  const stripe = await stripeInTests(options)
  const fakes = {
    stripe,
    mollie: await mollieInTests(options),
    saferpay: await saferpayInTests(options),
    paypal: await paypalInTests(options),
  }
  const environment = {
    STRIPE_API_BASE: stripe.url,
    STRIPE_JS_URL: stripe.script,
    MOLLIE_API_BASE: fakes.mollie.url,
    SAFERPAY_API_BASE: fakes.saferpay.url,
    PAYPAL_API_BASE: fakes.paypal.url,
  }
  const errors: string[] = []
  const log = { write: (line: string) => void (IS_ERROR.test(line) && errors.push(line)) }
  const running = await testShop({ clock, environment, maxConnections: 8, log })
  const { url, apiKey, shop } = running
  address = url
  const organisers = {
    usual: await anOrganiser(url, apiKey),
    counting: await anOrganiser(url, apiKey, 'Counting Club'),
  }
  await putSettings(shop.db, { level: 'organization', organizationId: organisers.counting.organizationId }, [
    ['REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE', 'false'],
  ])
  const doorKeys = new Map<Organiser, string>()
  for (const organiser of Object.values(organisers)) {
    const { organizationId } = organiser
    doorKeys.set(organiser, await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' }))
  }
  const start = clock.now()
  const all: readonly ProviderFake[] = Object.values(fakes)
  let opened = 0

  const waysOf = (shape: Shape): readonly Way[] => {
    const card = shape.card && CARD_SUBJECTS[shape.card]
    const byCard = { STRIPE: stripe, STRIPE_TOKEN: stripe, MOLLIE: fakes.mollie, SAFERPAY: fakes.saferpay }
    return [
      ...(card && shape.card ? [{ ...wayOf(card), fake: byCard[shape.card] }] : []),
      ...(shape.isPaypal ? [{ ...wayOf(PAYPAL), fake: fakes.paypal }] : []),
      ...(shape.isTransfer ? [OWN.transfer] : []),
      ...(shape.isAtDesk ? [OWN.desk] : []),
    ]
  }

  /** The clock is at the beginning again, all providers work, and nothing is under way at the stand-ins. */
  const begin = () => {
    clock.set(start)
    for (const fake of all) {
      fake.misbehave('usual')
      fake.office.refundsGo('usual')
      fake.messages.drop()
    }
  }

  const open = async (shape: Shape): Promise<Place> => {
    opened += 1
    const ways = waysOf(shape)
    const slug = `history-${opened}`
    const organiser = shape.areCreditsCounted ? organisers.counting : organisers.usual
    await organiser.open(eventOf(shape, { slug, ways, now: clock.now() }))
    if (shape.group) await linkGroup(shop.db, slug, groupOf(shape.group))
    const setup = await setUpEvent(shop, slug)
    await setup.extra({ title: 'Booklet', price: 1000 })
    const off = shape.code === '10%' ? '10%' : { order: 500 }
    if (shape.code) await setup.code({ code: CODE, off, maximum: CODE_USES })
    const passId = shape.pass && (await openPass(shape, shape.pass, { slug, ways, organiser }))
    return { event: slug, organiser, setup, ways, passId }
  }

  const openPass = async (
    shape: Shape,
    { entries, afterUse }: NonNullable<Shape['pass']>,
    { slug, ways, organiser }: Pick<Place, 'ways' | 'organiser'> & { readonly slug: string },
  ): Promise<string> => {
    const { publicId } = await storePass(shop, {
      organizationId: organiser.organizationId,
      proxies: ways.map(({ proxy }) => proxy),
      withdrawal: { kind: 'possible', days: 14, afterUse },
      maxEntries: entries,
      settings: settingsOf(shape, ways),
    })
    await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug }] })
    return publicId
  }

  return {
    url,
    shop,
    clock,
    organisers: Object.values(organisers),
    fakes: all,
    /** What the shop has logged since it was read last. */
    errors: () => errors.splice(0),
    stripe,
    begin,
    open,
    doorOf: ({ event, organiser }: Place) => aScanner(url, doorKeys.get(organiser) ?? '', event),
    /** The clock goes on, for the stand-ins as well. */
    pass(milliseconds: number): void {
      clock.set(after(clock.now(), milliseconds))
      for (const fake of all) fake.passes(0)
    },
    /** What moves orders, money and seats; what only writes mails need not run. */
    async runJobs(): Promise<void> {
      await retryFinalizations(shop)
      await checkPayments(shop)
      await sendRefunds(shop)
      await expireReservations(shop)
      await expireTransfers(shop)
      await distributeSeats(shop)
    },
    /** No later run of erasing looks at this event any more. */
    close: async (event: string): Promise<void> => {
      await shop.db.pool.query(
        `delete from setting where key = 'RETENTION_DAYS' and purchase_context_id = (select id from event where short_name = $1)`,
        [event],
      )
    },
  }
}

const wayOf = ({ proxy, method, kind, name }: Subject): Omit<Way, 'fake'> => ({
  proxy,
  method,
  kind: name === STRIPE_TOKEN.name ? 'token' : kind,
})

const OWN = {
  transfer: { proxy: 'OFFLINE', method: 'BANK_TRANSFER', kind: 'own', fake: null },
  desk: { proxy: 'ON_SITE', method: 'ON_SITE', kind: 'own', fake: null },
} as const satisfies Record<string, Way>

const INVOICES = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
/** Personal data are erased so many days after the event. */
const RETENTION_DAYS = '30'

function settingsOf(shape: Shape, ways: readonly Way[]): Readonly<Record<string, string>> {
  return {
    ...Object.assign({}, ...ways.map(({ fake }) => fake?.settings ?? {})),
    ...(shape.card === 'STRIPE_TOKEN' && { STRIPE_ENABLE_SCA: 'false' }),
    ...(shape.areInvoices && INVOICES),
    ALLOW_FREE_TICKETS_CANCELLATION: String(shape.areFreeReleased),
    AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: String(shape.areTransfersRemoved),
    ...(shape.isErased && { RETENTION_DAYS }),
  }
}

type EventOf = { readonly slug: string; readonly ways: readonly Way[]; readonly now: Instant }

function eventOf(shape: Shape, { slug, ways, now }: EventOf) {
  const categories = [
    aCategoryFile(now, { name: 'Adult', price: 20 }),
    aCategoryFile(now, { name: 'Child', price: 0 }),
    aCategoryFile(now, { name: 'Member', price: 30 }),
  ]
  const file = anEventFile(now, { slug, seats: SEATS, categories, settings: settingsOf(shape, ways) })
  return {
    ...file,
    tickets: { ...file.tickets, taxIncludedInPrice: !shape.isVatOnTop, paymentMethods: ways.map(({ proxy }) => proxy) },
  }
}

const groupOf = (type: NonNullable<Shape['group']>) => ({
  type,
  category: 'Member',
  members: ['ada1@example.org', 'ada2@example.org', 'ada3@example.org'],
  ...(type === 'LIMITED_QUANTITY' && { maximum: GROUP_MAXIMUM }),
})

/** Tickets of one member. */
export const GROUP_MAXIMUM = 2
