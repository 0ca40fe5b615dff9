import { afterAll, beforeEach, expect, test } from 'vitest'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import { resendReservationEmail } from '#contract/booking.ts'
import { deliverDueMail } from '#server/mail/letter/deliver.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { openAttachments } from '#server/ticket/mail-attachments/attachments.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ADA, PAY_BY, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// What a confirmed order sends to whom, by the settings about mail, through a real mail server.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const server = await testMailServer()
const transport = mailTransport({ smtpUrl: server.url, mailFrom: 'tickets@shop.example', outbox: '' })
afterAll(async () => {
  transport.close()
  await server.close()
})

let number = 0
beforeEach(() => {
  number += 1
})

type Settings = Record<string, string | boolean>
const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }
const paidEvent = (settings: Settings = {}) =>
  organiser.open(anEventFile(clock.now(), { slug: `paid-${number}`, settings: { ...SELLER, ...settings } }))
const freeEvent = (settings: Settings = {}) =>
  organiser.open(aFreeEventFile(clock.now(), { slug: `free-${number}`, settings }))

/** An order of so many tickets for these addresses. */
async function order(shortName: string, category: string, holders: readonly string[]): Promise<string> {
  const id = await hold(buyer, shortName, { [category]: holders.length })
  const tickets = ticketsOf(await infoOf(buyer, id)).map(({ uuid }, index) => [
    uuid,
    { ...ADA, firstName: `Ada ${index}`, email: holders[index] ?? '', userLanguage: 'en' },
  ])
  const isFree = category === 'Everybody'
  const form = { ...ADA, tickets: Object.fromEntries(tickets), ...(!isFree && PRIVATE_INVOICE) }
  expect((await sendDetails(buyer, id, form)).status).toBe(200)
  expect((await pay(buyer, id, isFree ? PAY_BY.NONE : PAY_BY.ON_SITE)).status).toBe(200)
  return id
}

/** What has arrived since: to whom, and the names of what is attached. */
async function arrived() {
  const before = server.received.length
  await deliverDueMail(shop, { transport, ...openAttachments(shop), maximumAttempts: 1 })
  return server.received
    .slice(before)
    .map(mail => ({
      to: mail.to?.[0]?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html,
      replyTo: mail.replyTo?.[0]?.address,
      attachments: mail.attachments,
      kinds: mail.attachments.map(({ filename }) =>
        (filename ?? '').replace(/^(ticket)-.*\.pdf$|^.*?-\d{4}-.*$/, '$1'),
      ),
    }))
    .toSorted((one, other) => one.to.localeCompare(other.to) || one.subject.localeCompare(other.subject))
}

const ADA_AT = ADA.email

test('by default each ticket has a mail of its own, beside that of the order', async () => {
  await order(await paidEvent(), 'Conference', [ADA_AT, 'bob@example.org'])
  const mails = await arrived()
  expect(mails.map(({ to, kinds }) => [to, kinds])).toEqual([
    [ADA_AT, ['calendar.ics', '']],
    [ADA_AT, ['ticket-code.png', 'ticket', 'calendar.ics']],
    ['bob@example.org', ['ticket-code.png', 'ticket', 'calendar.ics']],
    ['hello@alpine-systems.example', []],
  ])
  expect(mails[0]?.text).toContain('Each ticket goes to the person it is for in an e-mail of its own.')
})

test('MAIL_ALL_DOCUMENTS_IN_ONE puts the tickets of the buyer’s own address into the order mail', async () => {
  const shortName = await paidEvent({ MAIL_ALL_DOCUMENTS_IN_ONE: true })
  const id = await order(shortName, 'Conference', [ADA_AT, ADA_AT.toUpperCase(), 'bob@example.org'])
  const mails = await arrived()
  expect(mails.map(({ to, kinds }) => [to, kinds])).toEqual([
    [ADA_AT, ['calendar.ics', '', 'ticket', 'ticket']],
    ['bob@example.org', ['ticket-code.png', 'ticket', 'calendar.ics']],
    ['hello@alpine-systems.example', []],
  ])
  const [own] = mails
  expect(own?.text).toContain('Your tickets are attached.')
  expect(own?.text).toContain('The other tickets go to the people they are for')
  const [, invoice, ticket] = own?.attachments ?? []
  const textOf = async (content: unknown) =>
    JSON.stringify(await readPdf(new Uint8Array(Buffer.from(content as ArrayBuffer))))
  expect(await textOf(invoice?.content)).toContain('Lovelace')
  expect(await textOf(ticket?.content)).toContain('Ada 0')

  await buyer.expect(resendReservationEmail, 200, {
    params: { purchaseContextType: 'event', publicIdentifier: shortName, reservationId: id },
    query: { lang: 'en' },
  })
  expect((await arrived()).map(({ to, kinds }) => [to, kinds])).toEqual([
    [ADA_AT, ['calendar.ics', '', 'ticket', 'ticket']],
  ])
})

test('one mail says it all where the whole order is the buyer’s own', async () => {
  const shortName = await freeEvent({ MAIL_ALL_DOCUMENTS_IN_ONE: true, NOTIFY_ORGANIZER_ON_RESERVATION: false })
  await order(shortName, 'Everybody', [ADA_AT])
  const mails = await arrived()
  expect(mails.map(({ to, kinds }) => [to, kinds])).toEqual([[ADA_AT, ['calendar.ics', 'ticket']]])
  expect(mails[0]?.text).toContain('Your tickets are attached.')
  expect(mails[0]?.text).not.toContain('The other tickets')
})

test('a ticket that goes to another person before the order mail leaves is not in it', async () => {
  const shortName = await paidEvent({ MAIL_ALL_DOCUMENTS_IN_ONE: true, NOTIFY_ORGANIZER_ON_RESERVATION: false })
  const id = await order(shortName, 'Conference', [ADA_AT, ADA_AT])
  const [first] = ticketsOf(await infoOf(buyer, id))
  await buyer.expect(updateTicket, 200, {
    params: { eventName: shortName, ticketIdentifier: first?.uuid ?? '' },
    body: { firstName: 'Bob', lastName: 'Babbage', email: 'bob@example.org' },
  })
  expect((await arrived()).map(({ to, kinds }) => [to, kinds])).toEqual([
    [ADA_AT, ['calendar.ics', '', 'ticket']],
    ['bob@example.org', ['ticket-code.png', 'ticket', 'calendar.ics']],
  ])
})

test('a ticket that is released before the order mail leaves does not hold the mail up', async () => {
  const settings = { MAIL_ALL_DOCUMENTS_IN_ONE: true, NOTIFY_ORGANIZER_ON_RESERVATION: false }
  const shortName = await freeEvent({ ...settings, ALLOW_FREE_TICKETS_CANCELLATION: true })
  const id = await order(shortName, 'Everybody', [ADA_AT, ADA_AT])
  const [first] = ticketsOf(await infoOf(buyer, id))
  await buyer.expect(releaseTicket, 200, { params: { eventName: shortName, ticketIdentifier: first?.uuid ?? '' } })
  const mails = await arrived()
  expect(mails.filter(({ kinds }) => kinds.length > 0).map(({ to, kinds }) => [to, kinds])).toEqual([
    [ADA_AT, ['calendar.ics', 'ticket']],
  ])
})

test('who else wants to know of orders gets a copy, each once', async () => {
  const organizer = 'hello@alpine-systems.example'
  await order(await freeEvent({ MAIL_CC: `desk@example.org, ${organizer}\nboss@example.org` }), 'Everybody', [
    'bob@example.org',
  ])
  const notices = (await arrived()).filter(({ subject }) => subject.startsWith('New order'))
  expect(notices.map(({ to }) => to)).toEqual(['boss@example.org', 'desk@example.org', organizer])
})

test('replies go where the organiser says, and mails are drawn unless the organiser does not want it', async () => {
  const reply = async (settings: Settings) => {
    await order(await freeEvent({ NOTIFY_ORGANIZER_ON_RESERVATION: false, ...settings }), 'Everybody', [ADA_AT])
    const [mail] = await arrived()
    number += 1
    return [mail?.replyTo, mail?.html !== undefined]
  }
  expect(await reply({})).toEqual(['hello@alpine-systems.example', true])
  expect(await reply({ MAIL_SET_ORG_REPLY_TO: false })).toEqual([undefined, true])
  expect(await reply({ MAIL_SET_ORG_REPLY_TO: false, MAIL_REPLY_TO: 'help@example.org' })).toEqual([
    'help@example.org',
    true,
  ])
  expect(await reply({ MAIL_REPLY_TO: 'help@example.org', ENABLE_HTML_EMAILS: false })).toEqual([
    'help@example.org',
    false,
  ])
})
