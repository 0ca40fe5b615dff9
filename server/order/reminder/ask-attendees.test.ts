import { beforeEach, describe, expect, test } from 'vitest'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, aQuestionFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ADA, PAY_BY, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { breakTimeZone } from '#tests/support/database/broken-time-zone.ts'
import { askForAnswers, askForNames } from './ask-attendees.ts'
import { lettersOf } from '#tests/support/buyer/sent-mails.ts'

// The events are on 16 March 2027 at 09:00 in Zürich, sixty days after the orders.
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

beforeEach(() => clock.set(SOME_DAY))

const at = (text: string): Instant => instant(Temporal.Instant.from(text).epochMilliseconds)
const open = (slug: string, changes: Parameters<typeof aFreeEventFile>[1] = {}) =>
  organiser.open(aFreeEventFile(clock.now(), { slug, title: slug, ...changes }))

/** Two tickets, of which the first so many have a name. */
async function order(event: string, named: number): Promise<string> {
  const id = await hold(buyer, event, { Everybody: 2 })
  const details = await sendDetails(buyer, id, { ...ADA, postponeAssignment: true })
  expect(details).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  for (let index = 0; index < named; index += 1) {
    await update(event, id, { index, changes: { email: `ada${index + 1}@example.org` } })
  }
  return id
}

const brokenIn = (job: string, id: string) => ({
  job,
  kind: 'event',
  id,
  lastError: expect.stringContaining('time zone'),
})

type Update = { readonly index: number; readonly changes: UpdateTicketOwnerForm }

async function update(eventName: string, id: string, { index, changes }: Update): Promise<void> {
  const ticketIdentifier = ticketsOf(await infoOf(buyer, id))[index]?.uuid ?? ''
  const body = { ...ADA, ...changes }
  expect((await buyer.ask(updateTicket, { params: { eventName, ticketIdentifier }, body })).status).toBe(200)
}

describe('who is coming', () => {
  const letters = (id: string) => lettersOf(shop.db, id, 'who is coming?')

  /** When the buyer was asked last. */
  async function lastReminderAt(time: string, id: string): Promise<Instant | null> {
    clock.set(at(time))
    await askForNames(shop)
    const { names_reminded_at: last } = await shop.db.kysely
      .selectFrom('reservation')
      .select('names_reminded_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return last
  }

  test('is asked from ten days before until the day before, every third day', async () => {
    const id = await order(await open('every-third'), 0)
    expect(await lastReminderAt('2027-03-05T23:59:59+01:00', id)).toBe(null)
    const first = at('2027-03-06T00:00:00+01:00')
    expect(await lastReminderAt('2027-03-06T00:00:00+01:00', id)).toBe(first)
    expect(await letters(id)).toHaveLength(1)
    expect(await lastReminderAt('2027-03-08T23:59:59+01:00', id)).toBe(first)
    expect(await askForNames(shop)).toBe(0)
    expect(await lastReminderAt('2027-03-15T23:00:00+01:00', id)).toBe(at('2027-03-15T23:00:00+01:00'))
    expect(await lastReminderAt('2027-03-20T10:00:00+01:00', id)).toBe(at('2027-03-15T23:00:00+01:00'))
  })

  test('is asked again by the same mail, which goes out once more', async () => {
    const id = await order(await open('once-more'), 0)
    await lastReminderAt('2027-03-10T10:00:00+01:00', id)
    await shop.db.kysely.updateTable('mail').set({ status: 'SENT' }).where('reservation_id', '=', id).execute()
    const waiting = () =>
      shop.db.kysely
        .selectFrom('mail')
        .select('subject')
        .where('reservation_id', '=', id)
        .where('status', '=', 'WAITING')
        .execute()
    await lastReminderAt('2027-03-12T10:00:00+01:00', id)
    expect(await waiting()).toEqual([])
    await lastReminderAt('2027-03-13T10:00:00+01:00', id)
    expect(await waiting()).toEqual([{ subject: 'once-more: who is coming?' }])
  })

  test('is requested from the buyer, with the page to enter it', async () => {
    const event = await open('telling')
    const id = await order(event, 1)
    await lastReminderAt('2027-03-10T10:00:00+01:00', id)
    const [letter] = await letters(id)
    expect(letter?.recipient).toBe('ada@example.org')
    expect(letter?.text).toContain(`/event/${event}/reservation/${id}?lang=en`)
    expect(letter?.text).toContain('Without a name: 1 of 2')
  })

  test('is not asked once everybody has a name', async () => {
    const event = await open('named')
    const id = await order(event, 1)
    await update(event, id, { index: 1, changes: {} })
    expect(await lastReminderAt('2027-03-10T10:00:00+01:00', id)).toBe(null)
  })

  test('is not requested from a buyer who has just ordered', async () => {
    const soldLate = aCategoryFile(clock.now(), {
      name: 'Everybody',
      price: 0,
      endSellingDate: localTime(clock.now(), { days: 59 }),
    })
    const event = await open('just-now', { categories: [soldLate] })
    clock.set(at('2027-03-10T10:00:00+01:00'))
    const id = await order(event, 0)
    expect(await lastReminderAt('2027-03-10T10:59:59+01:00', id)).toBe(null)
    expect(await lastReminderAt('2027-03-10T11:00:00+01:00', id)).not.toBe(null)
  })

  test('is asked as the organiser wants', async () => {
    const settings = { ASSIGNMENT_REMINDER_START: '2', ASSIGNMENT_REMINDER_INTERVAL: '1' }
    const id = await order(await open('late', { settings }), 0)
    expect(await lastReminderAt('2027-03-13T23:00:00+01:00', id)).toBe(null)
    expect(await lastReminderAt('2027-03-14T08:00:00+01:00', id)).toBe(at('2027-03-14T08:00:00+01:00'))
    expect(await lastReminderAt('2027-03-15T08:00:00+01:00', id)).toBe(at('2027-03-15T08:00:00+01:00'))
  })

  test('is asked for every event but one whose time zone is broken, which doctor reports', async () => {
    const [wrong, right] = [await open('nowhere'), await open('somewhere')]
    const ids = [await order(wrong, 0), await order(right, 0)]
    const broken = await breakTimeZone(shop, wrong)
    expect(await lastReminderAt('2027-03-10T10:00:00+01:00', ids[1] ?? '')).not.toBe(null)
    expect(await letters(ids[0] ?? '')).toEqual([])
    expect(await findFailures(shop.db, 10)).toMatchObject([brokenIn('ask-for-names', broken)])
  })

  test('is not asked for an event that has been withdrawn', async () => {
    const event = await open('withdrawn')
    const id = await order(event, 0)
    const offer = await shop.catalog.offeredEvent(event)
    if (!offer) throw new Error('no event')
    const disable = shop.db.kysely.updateTable('purchase_context').set({ status: 'DISABLED' })
    await disable.where('id', '=', offer.context.id).execute()
    shop.catalog.offerChanged(offer.context)
    expect(await lastReminderAt('2027-03-10T10:00:00+01:00', id)).toBe(null)
  })
})

describe('what may be left open', () => {
  const ASKING = { OPTIONAL_DATA_REMINDER_ENABLED: true }
  const letters = (id: string) => lettersOf(shop.db, id, 'some details are still missing')
  const asking = (slug: string, changes: Parameters<typeof aFreeEventFile>[1] = {}) =>
    open(slug, { settings: ASKING, additionalInfo: [aQuestionFile()], ...changes })

  async function remindedAt(time: string, id: string): Promise<string[]> {
    clock.set(at(time))
    await askForAnswers(shop)
    return (await letters(id)).map(({ recipient }) => recipient)
  }

  test('is requested from each holder, once, from ten days before', async () => {
    const id = await order(await asking('once'), 2)
    expect(await remindedAt('2027-03-05T23:59:59+01:00', id)).toEqual([])
    const everybody = ['ada1@example.org', 'ada2@example.org']
    expect(await remindedAt('2027-03-06T00:00:00+01:00', id)).toEqual(everybody)
    await shop.db.kysely.updateTable('mail').set({ status: 'SENT' }).execute()
    expect(await askForAnswers(shop)).toBe(0)
    expect(await remindedAt('2027-03-12T00:00:00+01:00', id)).toEqual(everybody)
    expect(await shop.db.kysely.selectFrom('mail').select('id').where('status', '=', 'WAITING').execute()).toEqual([])
  })

  test('is asked for every event but one whose time zone is broken', async () => {
    const [wrong, right] = [await asking('answers-nowhere'), await asking('answers-somewhere')]
    const ids = [await order(wrong, 2), await order(right, 2)]
    const broken = await breakTimeZone(shop, wrong)
    expect(await remindedAt('2027-03-10T10:00:00+01:00', ids[1] ?? '')).toHaveLength(2)
    expect(await letters(ids[0] ?? '')).toEqual([])
    expect(await findFailures(shop.db, 10)).toContainEqual(expect.objectContaining(brokenIn('ask-for-answers', broken)))
  })

  test('is asked with the questions and the page of the ticket', async () => {
    const event = await asking('asking')
    const id = await order(event, 1)
    const [ticket] = ticketsOf(await infoOf(buyer, id))
    expect(await remindedAt('2027-03-10T10:00:00+01:00', id)).toEqual(['ada1@example.org'])
    const [letter] = await letters(id)
    expect(letter?.text).toContain('Which meal?')
    expect(letter?.text).toContain(`/event/${event}/ticket/${ticket?.uuid}/update?lang=en`)
  })

  test('is not requested from an attendee who has answered', async () => {
    const event = await asking('answered')
    const id = await order(event, 2)
    await update(event, id, { index: 0, changes: { email: 'ada1@example.org', additional: { meal: ['vegan'] } } })
    expect(await remindedAt('2027-03-10T10:00:00+01:00', id)).toEqual(['ada2@example.org'])
  })

  test.each([
    ['unless the organiser wants it', { settings: {} }],
    ['where no question may be left open', { additionalInfo: [] }],
  ])('is not asked %s', async (name, changes) => {
    const id = await order(await asking(`not-${name.length}`, changes), 2)
    expect(await remindedAt('2027-03-10T10:00:00+01:00', id)).toEqual([])
  })

  test('is requested from the next holder of a released seat', async () => {
    const event = await asking('given-back', { settings: { ...ASKING, ALLOW_FREE_TICKETS_CANCELLATION: true } })
    const id = await order(event, 2)
    await remindedAt('2027-03-10T10:00:00+01:00', id)
    for (const { uuid } of ticketsOf(await infoOf(buyer, id))) {
      await buyer.expect(releaseTicket, 200, { params: { eventName: event, ticketIdentifier: uuid } })
    }
    const marked = await shop.db.kysely
      .selectFrom('ticket')
      .innerJoin('event', 'event.id', 'event_id')
      .select('ticket.id')
      .where('short_name', '=', event)
      .where('answers_reminded_at', 'is not', null)
      .execute()
    expect(marked).toEqual([])
  })
})
