import { expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import { type AdditionalInfoRequest, QUESTION_TYPES } from '#contract/event-file.ts'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { getFullTicket, releaseTicket, updateTicket } from '#contract/ticket.ts'
import { aFreeEventFile, aQuestionFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { paperTickets } from '../../support/organiser/door.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import {
  ADA,
  PAY_BY,
  buy,
  codesOf,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  ticketsOf,
} from '../../support/buyer/purchase.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

// What lifecycle E says beyond what the tests beside the code show.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { open, change } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const EVA = { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org' }

type TicketAt = { readonly eventName: string; readonly ticketIdentifier: string }

const ticketOf = async (eventName: string, order: string): Promise<TicketAt> => ({
  eventName,
  ticketIdentifier: ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? '',
})
const put = (params: TicketAt, body: UpdateTicketOwnerForm) => buyer.ask(updateTicket, { params, body })
const full = async (params: TicketAt) => (await buyer.expect(getFullTicket, 200, { params })).tickets[0]

/** Sent, or about to be. */
const mails = async (order: string): Promise<string[]> => {
  const rows = await shop.db.kysely
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    .where('reservation_id', '=', order)
    .where('status', '<>', 'ERROR')
    .execute()
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`)
}

async function audited(order: string): Promise<unknown[]> {
  const rows = await shop.db.kysely
    .selectFrom('audit')
    .select(['type', 'modifications'])
    .where('reservation_id', '=', order)
    .where('type', 'in', ['UPDATE_TICKET', 'TICKET_HOLDER_CHANGED'])
    .orderBy('id')
    .execute()
  return rows.map(({ type, modifications }) => [type, modifications])
}

const meetup = await open(aFreeEventFile(clock.now(), { seats: 100 }))

test('a holder who gets another name at the same address has a new code, and is the only one who is notified', async () => {
  const order = await buy(buyer, meetup, { Everybody: 1 }, { by: 'NONE' })
  const ticket = await ticketOf(meetup, order)
  const [before] = await paperTickets(shop, order)
  const sent = await mails(order)
  expect((await put(ticket, { ...EVA, email: 'ada1@example.org' })).status).toBe(200)
  const [after] = await paperTickets(shop, order)
  expect(after?.identifier).toBe(before?.identifier)
  expect(after?.code).not.toBe(before?.code)
  const passedOn = await ticketOf(meetup, order)
  expect(passedOn).not.toEqual(ticket)
  expect(await full(passedOn)).toMatchObject({ uuid: passedOn.ticketIdentifier, firstName: 'Eva' })
  expect((await mails(order)).toSorted()).toEqual(sent.toSorted())
  expect(sent.filter(mail => mail.startsWith('ada1@example.org'))).toEqual(['ada1@example.org: Your ticket for Meetup'])
  expect(await audited(order)).toEqual([
    ['UPDATE_TICKET', { changed: 'firstName, lastName' }],
    ['TICKET_HOLDER_CHANGED', null],
  ])
})

test('nothing is sent and nothing noted when nothing is different', async () => {
  const order = await buy(buyer, meetup, { Everybody: 1 }, { by: 'NONE' })
  const sent = await mails(order)
  const same = { firstName: 'Ada 1', lastName: 'Lovelace', email: 'ada1@example.org', userLanguage: 'en' }
  expect((await put(await ticketOf(meetup, order), same)).status).toBe(200)
  expect(await mails(order)).toEqual(sent)
  expect(await audited(order)).toEqual([])
})

test('a ticket that is to be paid at the desk goes to another person without a word to the old one', async () => {
  const event = await open(anEventFile(clock.now(), { slug: 'desk' }))
  const order = await buy(buyer, event, { Conference: 1 })
  expect((await put(await ticketOf(event, order), EVA)).status).toBe(200)
  const written = await mails(order)
  expect(written.filter(mail => mail.startsWith(EVA.email))).toHaveLength(1)
  expect(written.filter(mail => /new name/.test(mail))).toEqual([])
})

test('a ticket without a holder cannot be released', async () => {
  const event = await open(
    aFreeEventFile(clock.now(), { slug: 'unnamed', settings: { ALLOW_FREE_TICKETS_CANCELLATION: true } }),
  )
  const order = await hold(buyer, event, { Everybody: 1 })
  await sendDetails(buyer, order, { ...ADA, postponeAssignment: true, tickets: {} })
  await pay(buyer, order, PAY_BY.NONE)
  const params = await ticketOf(event, order)
  expect((await buyer.ask(releaseTicket, { params })).status).toBe(404)
  expect(await full(params)).toMatchObject({ assigned: false, cancellationEnabled: false })
})

test('of a ticket whose holder is final the answers can still be changed', async () => {
  const event = await open(
    aFreeEventFile(clock.now(), {
      slug: 'final',
      settings: { ENABLE_TICKET_TRANSFER: false },
      additionalInfo: [aQuestionFile()],
    }),
  )
  const ticket = await ticketOf(event, await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' }))
  expect((await put(ticket, { ...EVA, additional: { meal: ['vegan'] } })).status).toBe(200)
  expect(await full(ticket)).toMatchObject({
    firstName: 'Ada 1',
    email: 'ada1@example.org',
    locked: true,
    ticketFieldConfigurationAfterStandard: [{ name: 'meal', value: 'vegan' }],
  })
})

const OPTIONS = { restrictedValues: [{ value: 'one' }, { value: 'two' }] }

/** Of each type: how it is asked on the page, an answer that is good, and one that is not, unless any text is good. */
const TYPES: Record<(typeof QUESTION_TYPES)[number], readonly [type: string, good: string, bad: string | null]> = {
  GENERIC_TEXT: ['input:text', 'a line', 'x'.repeat(31)],
  PHONE_NUMBER: ['input:tel', '+41 91 000 00 00', 'x'.repeat(31)],
  MULTI_LINE_TEXT: ['textarea', 'two\nlines', 'x'.repeat(31)],
  LIST_BOX: ['select', 'one', 'three'],
  COUNTRY: ['country', 'CH', 'XX'],
  EU_VAT_NR: ['vat:eu', '123456789', '12'],
  CHECKBOX: ['checkbox', 'two', 'three'],
  RADIO: ['radio', 'two', 'three'],
  DATE_OF_BIRTH: ['input:dateOfBirth', '1990-02-28', '2100-01-01'],
}

const isChosen = (type: string): boolean => ['LIST_BOX', 'CHECKBOX', 'RADIO'].includes(type)
const isWritten = (type: string): boolean => ['GENERIC_TEXT', 'PHONE_NUMBER', 'MULTI_LINE_TEXT'].includes(type)

const everyType = await open(
  aFreeEventFile(clock.now(), {
    slug: 'every-type',
    seats: 100,
    settings: { COUNTRY_OF_BUSINESS: 'DE', ENABLE_VIES_VALIDATION: false },
    additionalInfo: QUESTION_TYPES.map(type => ({
      ...aQuestionFile({ name: type, type }),
      ...(isChosen(type) && OPTIONS),
      ...(isWritten(type) && { contentLength: { max: 30 } }),
    })),
  }),
)

const questionsOf = (info: ReservationInfo) => ticketsOf(info)[0]?.ticketFieldConfigurationAfterStandard ?? []

async function answer(id: string, additional: Record<string, (string | null)[]>) {
  const info = await infoOf(buyer, id)
  const form = filledIn(info)
  const tickets = Object.entries(form.tickets ?? {}).map(([uuid, ticket]) => [uuid, { ...ticket, additional }])
  return sendDetails(buyer, id, { ...form, tickets: Object.fromEntries(tickets) })
}

test.each(QUESTION_TYPES)('a question of the type %s is asked, answered and judged', async name => {
  const [type, good, bad] = TYPES[name]
  const id = await hold(buyer, everyType, { Everybody: 1 })
  expect(questionsOf(await infoOf(buyer, id)).find(question => question.name === name)).toMatchObject({
    type,
    value: null,
  })
  expect((await answer(id, { [name]: [bad] })).status).toBe(422)
  expect((await answer(id, { [name]: [good] })).status).toBe(200)
  const stored = questionsOf(await infoOf(buyer, id)).find(question => question.name === name)?.value
  expect(stored).toBe(name === 'CHECKBOX' ? JSON.stringify([good]) : good)
})

test('an option that is switched off is shown to a holder who has chosen it, and stays good for them', async () => {
  const question = (enabled: boolean): AdditionalInfoRequest =>
    aQuestionFile({ restrictedValues: [{ value: 'meat' }, { value: 'fish', enabled }] })
  const event = await open(aFreeEventFile(clock.now(), { slug: 'fish', additionalInfo: [question(true)] }))
  const [chosen, other] = [await hold(buyer, event, { Everybody: 1 }), await hold(buyer, event, { Everybody: 1 })]
  await answer(chosen, { meal: ['fish'] })
  await answer(other, { meal: ['meat'] })
  await change(event, { additionalInfo: [question(false)] })
  const shown = async (id: string) => questionsOf(await infoOf(buyer, id))[0]?.restrictedValues
  expect(await shown(chosen)).toEqual(['meat', 'fish'])
  expect(await shown(other)).toEqual(['meat'])
  expect((await answer(chosen, { meal: ['fish'] })).status).toBe(200)
  expect(codesOf(await answer(other, { meal: ['fish'] }))).toContain('error.disabledValue')
})

test('an answer that is final can be changed until the ticket is sold, and not any more then', async () => {
  const event = await open(
    aFreeEventFile(clock.now(), {
      slug: 'badge',
      additionalInfo: [aQuestionFile({ name: 'badge', type: 'GENERIC_TEXT', editable: false })],
    }),
  )
  const id = await readyToPay(buyer, event, { Everybody: 1 })
  await answer(id, { badge: ['Add'] })
  await answer(id, { badge: ['Ada'] })
  expect(questionsOf(await infoOf(buyer, id))).toMatchObject([{ value: 'Ada', editable: false }])
  await pay(buyer, id, PAY_BY.NONE)
  const ticket = await ticketOf(event, id)
  // The name is corrected, the address is the same: the order still shows what its attendee answered.
  const corrected = { ...EVA, email: 'ada1@example.org', additional: { badge: ['Eva'] } }
  expect((await put(ticket, corrected)).status).toBe(200)
  expect(ticketsOf(await infoOf(buyer, id))).toMatchObject([{ firstName: 'Eva', passedOn: false }])
  expect(questionsOf(await infoOf(buyer, id))).toMatchObject([{ value: 'Ada', editable: false }])
})

test('a page reads whether the only attendee is filled in from the contact', async () => {
  const quiet = await open(
    aFreeEventFile(clock.now(), { slug: 'quiet', settings: { ENABLE_ATTENDEE_AUTOCOMPLETE: false } }),
  )
  const isFilledIn = async (shortName: string) =>
    (await buyer.expect(getEvent, 200, { params: { shortName } })).assignmentConfiguration.enableAttendeeAutocomplete
  expect([await isFilledIn(meetup), await isFilledIn(quiet)]).toEqual([true, false])
})
