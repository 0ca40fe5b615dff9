import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { SettingValues } from '#contract/event-file.ts'
import { type ReservationForm, reserveTickets } from '#contract/reserve.ts'
import { updateTicket } from '#contract/ticket.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { SETTINGS } from '#server/foundation/setting/registry.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { ITALIAN_INVOICE, SELLER_IN_MILAN } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  ADA,
  CONSENT,
  PAY_BY,
  buy,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  selection,
  sendDetails,
  statusOf,
  ticketsOf,
} from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'
import { ALWAYS_REQUESTED, FORMS, type FormField, NEVER_REQUESTED, SWITCHES } from './fields-of-settings.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

/** Everything is on that can ask a visitor for something. */
const ALL_ON = { ...SELLER_IN_MILAN, ENABLE_CUSTOMER_REFERENCE: true } as const

type SwitchKey = keyof typeof SWITCHES
const switches = Object.keys(SWITCHES).filter((key): key is SwitchKey => key in SWITCHES)

const slugOf = (key: string): string => key.toLowerCase().replaceAll('_', '-')

/** An event where this is off, and besides what is said. */
async function eventWithout(key: SwitchKey, on: SettingValues = {}): Promise<string> {
  const { off } = SWITCHES[key]
  const { [key]: _, ...others } = { ...on }
  const settings = off === null ? others : { ...others, [key]: off }
  return organiser.open(anEventFile(clock.now(), { slug: slugOf(key), seats: 100, settings }))
}

const fieldsOf = (key: SwitchKey, form: keyof typeof FORMS): string[] =>
  SWITCHES[key].fields.flatMap(field => (field.startsWith(`${form}.`) ? [field.slice(form.length + 1)] : []))

const having = (form: keyof typeof FORMS): SwitchKey[] => switches.filter(key => fieldsOf(key, form).length > 0)

describe('the list of what is asked', () => {
  test('has every setting that is defined as asking', () => {
    const asking = Object.entries(SETTINGS).flatMap(([key, definition]) => ('asksVisitors' in definition ? [key] : []))
    expect(switches.toSorted()).toEqual(asking.toSorted())
  })

  test('has every field of every form', () => {
    const fields = Object.entries(FORMS).flatMap(([form, { properties }]) =>
      Object.keys(properties).map(field => `${form}.${field}`),
    )
    const listed = new Set<string>([
      ...switches.flatMap((key): readonly FormField[] => SWITCHES[key].fields),
      ...ALWAYS_REQUESTED,
      ...NEVER_REQUESTED,
    ])
    expect([...listed].toSorted()).toEqual(fields.toSorted())
  })

  test('has the form of every public call with a body', () => {
    const forms = allCalls.flatMap(({ path, body }) => (path.startsWith('/api/v2/public/') && body ? [body] : []))
    // A form that may be left out is its form all the same.
    const written = (form: object) => JSON.stringify({ ...form, type: 'object' })
    expect(new Set(forms.map(written))).toEqual(new Set(Object.values(FORMS).map(written)))
  })
})

/** What is kept of an order, but for what each has of its own. */
async function keptOf(reservationId: string): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(reservation) - '{id,purchase_context_id,validity,created_at,visit}'::text[] as reservation, (
      select jsonb_agg(to_jsonb(ticket) - '{id,uuid,public_uuid,reservation_id,event_id,category_id}'::text[]) from ticket
        where reservation_id = reservation.id) as tickets, (
      select jsonb_agg(type order by type) from audit where reservation_id = reservation.id) as audits
    from reservation where id = ${reservationId}`.execute(shop.db.kysely)
  expect(rows).toHaveLength(1)
  return rows[0]
}

/** In place of the ids of the order's tickets. */
const TICKETS = Symbol('tickets')

const valueIn = ({ tickets }: Record<string, unknown>, value: unknown): unknown =>
  value === TICKETS ? Object.keys(tickets ?? {}) : value

/** What a field says where it is asked; each differs from what is taken when nothing is said. */
const FIELD_VALUES: Partial<Record<string, unknown>> = {
  ...ITALIAN_INVOICE,
  customerReference: 'PO 7',
  postponeAssignment: true,
  ticketsNamedLater: TICKETS,
  skipVatNr: true,
  italyEInvoicingSplitPayment: true,
  italyEInvoicingReferencePEC: 'ada@pec.example.org',
  billingAddressLine2: 'Scala B',
}

/** What is asked in every other respect, without what would say something of `fields`. */
const ORDINARY: ContactAndTicketsForm = ITALIAN_INVOICE

async function detailsWith(shortName: string, change: (form: Record<string, unknown>) => Record<string, unknown>) {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const form = { ...filledIn(await infoOf(buyer, id)), ...ORDINARY }
  const { status, value } = await sendDetails(buyer, id, change(form))
  return { status, value, kept: await keptOf(id) }
}

describe('details', () => {
  test.each(having('details').map(key => [key, fieldsOf(key, 'details')] as const))(
    'what %s does not ask for is ignored',
    async (key, fields) => {
      // What goes the Italian way is always an invoice, whatever else is set.
      const isItalian = key !== 'GENERATE_ONLY_INVOICE'
      const shortName = await eventWithout(key, { ...ALL_ON, ENABLE_ITALY_E_INVOICING: isItalian })
      const without = (form: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(form).filter(([name]) => !fields.includes(name)))
      const plain = await detailsWith(shortName, without)
      expect(plain.status).toBe(200)
      for (const field of fields) {
        const stated = FIELD_VALUES[field]
        expect(stated, field).toBeDefined()
        for (const value of typeof stated === 'boolean' ? [true, false] : [stated]) {
          const changed = (form: Record<string, unknown>) => ({ ...without(form), [field]: valueIn(form, value) })
          expect(await detailsWith(shortName, changed), field).toEqual(plain)
        }
      }
      const all = (form: Record<string, unknown>) =>
        Object.fromEntries(fields.map(field => [field, valueIn(form, FIELD_VALUES[field])]))
      expect(await detailsWith(shortName, form => ({ ...without(form), ...all(form) }))).toEqual(plain)
    },
  )

  test('what this shop never asks is ignored', async () => {
    const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'never', settings: ALL_ON }))
    const foreign = {
      fullName: 'Charles Babbage',
      billingAddress: 'Nowhere 1',
      expressCheckoutRequested: true,
      differentSubscriptionOwner: true,
      subscriptionOwner: { firstName: 'Charles', lastName: 'Babbage', email: 'charles@example.org' },
    }
    const plain = await detailsWith(shortName, form => form)
    expect(await detailsWith(shortName, form => ({ ...form, ...foreign }))).toEqual(plain)
  })
})

test.each(having('reserve'))('reserving: what %s does not ask for is ignored', async key => {
  const shortName = await eventWithout(key)
  const stated: ReservationForm = Object.fromEntries(fieldsOf(key, 'reserve').map(field => [field, 'x'.repeat(100)]))
  const body = { ...selection(await categoryIds(buyer, shortName), { Conference: 1 }), ...stated }
  await buyer.expect(reserveTickets, 200, { params: { shortName }, query: { lang: 'en' }, body })
})

test.each([
  ['BANK_TRANSFER_ENABLED', 'OFFLINE'],
  ['ON_SITE_ENABLED', 'ON_SITE'],
  ['PAYMENT_METHODS_BLACKLIST', 'OFFLINE'],
] as const)('paying: what %s does not offer is refused, for no other way was asked for', async (key, way) => {
  expect(having('pay')).toContain(key)
  const id = await readyToPay(buyer, await eventWithout(key), { Conference: 1 })
  expect((await pay(buyer, id, PAY_BY[way])).status).toBe(422)
  expect(await statusOf(buyer, id)).toBe('PENDING')
})

test('paying: a robot check that is off is not asked for', async () => {
  const key = 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS'
  expect(having('pay')).toEqual([key, 'BANK_TRANSFER_ENABLED', 'ON_SITE_ENABLED', 'PAYMENT_METHODS_BLACKLIST'])
  const id = await readyToPay(buyer, await eventWithout(key), { Conference: 1 })
  expect((await pay(buyer, id, { ...PAY_BY.ON_SITE, captcha: 'x'.repeat(100) })).status).toBe(200)
})

test.each(having('ticket'))('a ticket: what %s does not ask for is ignored', async key => {
  const shortName = await eventWithout(key)
  const id = await buy(buyer, shortName, { Conference: 1 })
  const [ticket] = ticketsOf(await infoOf(buyer, id))
  const params = { eventName: shortName, ticketIdentifier: ticket?.uuid ?? '' }
  const before = await keptOf(id)
  const stated = { firstName: 'Charles', lastName: 'Babbage', email: 'charles@example.org' }
  expect(Object.keys(stated)).toEqual(fieldsOf(key, 'ticket'))
  const answer = await buyer.ask(updateTicket, { params, body: stated })
  expect(answer.status).toBe(200)
  expect(await keptOf(id)).toEqual(before)
})

/** Sold out, or before sales; and all that lets people wait but what is said. */
async function isTakenOn(slug: string, settings: SettingValues, isBeforeSales: boolean): Promise<unknown> {
  const now = clock.now()
  const category = aCategoryFile(now, isBeforeSales ? { startSellingDate: localTime(now, { days: 5 }) } : {})
  const shortName = await organiser.open(anEventFile(now, { slug, seats: 1, settings, categories: [category] }))
  if (!isBeforeSales) await hold(buyer, shortName, { Conference: 1 })
  const body = { ...ADA, userLanguage: 'en', ...CONSENT }
  return (await buyer.expect(joinWaitingList, 200, { params: { shortName }, body })).value
}

test.each([
  ['ENABLE_WAITING_QUEUE', { ENABLE_WAITING_QUEUE: true }, false],
  ['STOP_WAITING_QUEUE_SUBSCRIPTIONS', { ENABLE_WAITING_QUEUE: true }, false],
  ['ENABLE_PRE_REGISTRATION', { ENABLE_PRE_REGISTRATION: true }, true],
] as const)('waiting: where %s says no, no person is added', async (key, on, isBeforeSales) => {
  expect(having('waitingList')).toContain(key)
  expect(await isTakenOn(`${slugOf(key)}-open`, on, isBeforeSales)).toBe(true)
  expect(await isTakenOn(slugOf(key), { ...on, [key]: SWITCHES[key].off }, isBeforeSales)).toBe(false)
})
