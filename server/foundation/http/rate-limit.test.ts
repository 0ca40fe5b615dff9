import { describe, expect, test } from 'vitest'
import { resendReservationEmail } from '#contract/booking.ts'
import { createApiKey } from '#contract/organiser.ts'
import { createTicketsReservation } from '#contract/organiser-reservations.ts'
import { createSubscriptionReservation } from '#contract/organiser-subscription.ts'
import { extendReservation } from '#contract/own.ts'
import { applyCode } from '#contract/pass-use.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { sendTicketByEmail } from '#contract/ticket.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now()))
const reservationId = await buy(aBuyer(url), shortName, { Conference: 1 })
/** Each order has a limit of its own; what is counted here is who asks. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** A buyer behind the proxy on this machine, which says where it comes from. */
const from = (address: string) => aBuyer(url, { 'x-forwarded-for': address })

const resend = (address: string): Promise<Reply> =>
  from(address).ask(resendReservationEmail, {
    params: { purchaseContextType: 'event', publicIdentifier: shortName, reservationId: UNKNOWN },
    query: { lang: 'en' },
  })
const sendTicket = (address: string): Promise<Reply> =>
  from(address).ask(sendTicketByEmail, { params: { eventName: shortName, ticketIdentifier: UNKNOWN } })
const extend = (address: string): Promise<Reply> => from(address).ask(extendReservation, { params: { reservationId } })
const reserveNothing = (address: string): Promise<Reply> =>
  from(address).ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body: {} })

async function times(count: number, ask: () => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await ask()).status)
  return statuses
}

test.each([
  ['mails', 10, resend, 200],
  ['"more time"', 60, extend, 422],
  ['reservations', 120, reserveNothing, 422],
])(
  'an address that asks for %s more than %i times a minute learns when to come back',
  async (what, most, ask, answered) => {
    const address = `198.51.100.${what.length}`
    expect(new Set(await times(most, () => ask(address)))).toEqual(new Set([answered]))
    const refused = await ask(address)
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 60).toBe(true)
    expect((await ask('203.0.113.77')).status).toBe(answered)
  },
)

test('mails of orders and of tickets are counted together', async () => {
  const address = '198.51.100.200'
  await times(5, () => resend(address))
  await times(5, () => sendTicket(address))
  expect([(await resend(address)).status, (await sendTicket(address)).status]).toEqual([429, 429])
})

test('this machine itself is not counted', async () => {
  const buyer = aBuyer(url)
  const ask = () =>
    buyer.ask(resendReservationEmail, {
      params: { purchaseContextType: 'event' as const, publicIdentifier: shortName, reservationId: UNKNOWN },
      query: { lang: 'en' },
    })
  expect(new Set(await times(15, ask))).toEqual(new Set([200]))
})

test('guesses of the PIN of a pass are counted, wherever they come from', async () => {
  const buyer = aBuyer(url)
  const guess = () =>
    buyer.ask(applyCode, { params: { reservationId }, body: { code: 'C4F7XA3M', type: 'SUBSCRIPTION' } })
  const statuses = await times(25, guess)
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)])
})

describe('what an organisation reserves for others', () => {
  const UNKNOWN_CATEGORY = 999_999
  /** Refused, and counted all the same. */
  const tickets = (key: string, address: string) =>
    aBuyer(url, { authorization: `ApiKey ${key}`, 'x-forwarded-for': address }).ask(createTicketsReservation, {
      params: { slug: shortName },
      body: { tickets: [{ ticketCategoryId: UNKNOWN_CATEGORY, quantity: 1 }] },
    })
  const pass = (key: string, address: string) =>
    aBuyer(url, { authorization: `ApiKey ${key}`, 'x-forwarded-for': address }).ask(createSubscriptionReservation, {
      params: { id: UNKNOWN },
      body: {},
    })

  test('is limited to 600 an hour over all its keys and addresses, tickets and passes together', async () => {
    const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
    const newKey = async (id: number) =>
      (await system.expect(createApiKey, 200, { params: { id }, body: { type: 'API_CLIENT' } })).apiKey
    const [one, another] = [await newKey(organiser.organizationId), await newKey(organiser.organizationId)]
    const foreign = await newKey((await anOrganiser(url, apiKey, 'Others')).organizationId)
    const statuses = new Set([
      ...(await times(400, () => tickets(one, '198.51.100.31'))),
      ...(await times(200, () => pass(another, '198.51.100.32'))),
    ])
    expect(statuses).toEqual(new Set([403, 404]))
    for (const ask of [tickets, pass]) {
      const refused = await ask(one, '198.51.100.33')
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds > 60 && seconds <= 3600).toBe(true)
    }
    expect((await pass(foreign, '198.51.100.31')).status).toBe(404)
  })
})
