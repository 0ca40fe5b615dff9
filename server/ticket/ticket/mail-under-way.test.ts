import { afterAll, beforeEach, expect, test } from 'vitest'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { deliverDueMail } from '#server/mail/letter/deliver.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { openAttachments } from '#server/ticket/mail-attachments/attachments.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'

// What a mail carries belongs to the holder it was made for (lifecycle D), also while a mail server holds it.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const server = await testMailServer()
const transport = mailTransport({ smtpUrl: server.url, mailFrom: 'tickets@shop.example', outbox: '' })
afterAll(async () => {
  transport.close()
  await server.close()
})

const buyer = aBuyer(url)
const settings = { ALLOW_FREE_TICKETS_CANCELLATION: true }
const meetup = await organiser.open(aFreeEventFile(clock.now(), { seats: 20, settings }))
const online = await organiser.open(
  aFreeEventFile(clock.now(), { slug: 'online', seats: 20, format: 'ONLINE', onlineCallLinks: [] }),
)
const byOrder = await organiser.open(
  aFreeEventFile(clock.now(), { slug: 'by-order', seats: 20, settings: { SEND_TICKETS_AUTOMATICALLY: false } }),
)
const CAROL = { firstName: 'Carol', lastName: 'Shaw', email: 'carol@example.org' }

beforeEach(async () => {
  await shop.db.kysely.deleteFrom('mail').execute()
})

type Bought = { readonly order: string; readonly params: { eventName: string; ticketIdentifier: string } }

const idOf = async (order: string) => (await ticketIdsOf(shop, order))[0] ?? ''

async function bought(eventName: string): Promise<Bought> {
  const order = await buy(buyer, eventName, { Everybody: 1 }, { by: 'NONE' })
  return { order, params: { eventName, ticketIdentifier: await idOf(order) } }
}

const passOn = ({ params }: Bought) => aBuyer(url).expect(updateTicket, 200, { params, body: CAROL })
const release = ({ params }: Bought) => aBuyer(url).expect(releaseTicket, 200, { params })

const deliver = () => deliverDueMail(shop, { transport, ...openAttachments(shop), maximumAttempts: 10 })

/** The mail server takes the only mail, says "try again" once this has happened, and is offered it again. */
async function deliverWhile(recipient: string, happens: () => Promise<unknown>): Promise<readonly string[]> {
  await shop.db.kysely.updateTable('mail').set({ status: 'SENT' }).where('recipient', '<>', recipient).execute()
  const before = server.received.length
  server.refuseNext(1)
  server.onArrival(async () => {
    server.onArrival(async () => {})
    await happens()
  })
  await deliver()
  return deliverLater(before)
}

async function deliverLater(before = server.received.length): Promise<readonly string[]> {
  clock.move(minutes(15))
  await deliver()
  return server.received
    .slice(before)
    .map(({ to, subject, attachments }) =>
      [to?.[0]?.address, subject, ...attachments.map(({ filename }) => filename)].join(', '),
    )
    .toSorted()
}

const logged = (recipient: string) =>
  shop.db.kysely
    .selectFrom('mail')
    .select(['status', 'last_error'])
    .where('recipient', '=', recipient)
    .where('subject', 'like', 'Your ticket for Meetup')
    .execute()

const NOT_SENT = { status: 'ERROR', last_error: expect.stringContaining('passed on or given back') }

test('a ticket that passes on while its mail is under way goes only to its new holder', async () => {
  const ticket = await bought(meetup)
  const arrived = await deliverWhile('ada1@example.org', () => passOn(ticket))
  expect(arrived).toEqual([
    'ada1@example.org, Your ticket for Meetup has a new name',
    `carol@example.org, Your ticket for Meetup, ticket-code.png, ticket-${await idOf(ticket.order)}.pdf, calendar.ics`,
  ])
  expect(await logged('ada1@example.org')).toEqual([NOT_SENT])
})

test('so does one whose mail was taken up by a process that died', async () => {
  const ticket = await bought(meetup)
  await shop.db.pool.query(`update mail set status = 'IN_PROCESS', attempts = 1, claimed_at = $1`, [
    new Date(clock.now()),
  ])
  await passOn(ticket)
  clock.move(minutes(60))
  expect((await deliverLater()).filter(line => line.startsWith('ada1')).map(line => line.split(', ')[1])).toEqual([
    'Your ticket for Meetup has a new name',
  ])
  expect(await logged('ada1@example.org')).toEqual([NOT_SENT])
})

test('a ticket that is released while its mail is under way is not sent', async () => {
  const ticket = await bought(meetup)
  const arrived = await deliverWhile('ada1@example.org', () => release(ticket))
  expect(arrived.filter(line => /ada1/.test(line))).toEqual(['ada1@example.org, Your ticket for Meetup is given back'])
  expect(await logged('ada1@example.org')).toEqual([NOT_SENT])
})

test('the way into an online event is not sent to a holder who has passed it on', async () => {
  const ticket = await bought(online)
  const arrived = await deliverWhile('ada1@example.org', () => passOn(ticket))
  expect(arrived.filter(line => /ada1/.test(line))).toEqual(['ada1@example.org, Your ticket for Meetup has a new name'])
})

test('a mail that waits is kept in the log with the reason why it is not sent', async () => {
  await passOn(await bought(meetup))
  expect(await logged('ada1@example.org')).toEqual([NOT_SENT])
})

test('the mail of an order goes without the ticket that has passed on', async () => {
  const ticket = await bought(byOrder)
  const arrived = await deliverWhile('ada@example.org', () => passOn(ticket))
  expect(arrived.filter(line => line.startsWith('ada@'))).toEqual([
    `ada@example.org, Your order for Meetup (${ticket.order.slice(0, 8).toUpperCase()}), calendar.ics`,
  ])
})

test('a ticket that is passed on after it was read for its mail is not attached', async () => {
  const ticket = await bought(meetup)
  const description = { kind: 'ticket-pdf' as const, ticketId: await idOf(ticket.order) }
  const { makeAttachment, readAhead } = openAttachments(shop)
  await readAhead([description])
  await passOn(ticket)
  expect(await makeAttachment(description)).toBeUndefined()
})

test('a ticket that has changed after it was read for its mail is made again as it is', async () => {
  const { order } = await bought(meetup)
  const description = { kind: 'ticket-pdf' as const, ticketId: await idOf(order) }
  const { makeAttachment, readAhead } = openAttachments(shop)
  await readAhead([description])
  const unchanged = await statementsOf(async () => expect(await makeAttachment(description)).toBeDefined())
  await shop.db.kysely
    .updateTable('ticket')
    .set({ first_name: 'Adelina' })
    .where('public_uuid', '=', description.ticketId)
    .execute()
  const changed = await statementsOf(async () => expect(await makeAttachment(description)).toBeDefined())
  expect(unchanged).toHaveLength(1)
  expect(changed).toHaveLength(2)
})
