import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { EventFile } from '#contract/event-file.ts'
import { createEvent, deleteOrganization, updateEvent } from '#contract/organiser.ts'
import { reserveTickets } from '#contract/reserve.ts'
import {
  aCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  aServiceFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { type Reply, type Buyer, aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  PAY_BY,
  categoryIds,
  codesOf,
  filledIn,
  hold,
  infoOf,
  pay,
  sendDetails,
  statusOf,
} from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { pool } = shop.db
const organiser = await anOrganiser(url, apiKey)
const valid = { validFrom: localTime(clock.now(), { days: -1 }), validTo: localTime(clock.now(), { days: 20 }) }

// A save ends with a note in the audit: as long as this connection holds the lock, it has deleted all it deletes and does
// not commit.
const holding = await pool.connect()
afterAll(() => holding.release())
beforeAll(async () => {
  await pool.query(`
    create function held_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger held_up before insert on audit for each row when (new.type = 'EVENT_UPDATE')
    execute function held_up()`)
})

type Meeting = { readonly saved: Reply; readonly bought: Reply }

/** The organiser's change has happened and is not committed; the buyer runs into it, and then it is. */
async function meet(shortName: string, body: EventFile, buy: () => Promise<Reply>): Promise<Meeting> {
  await holding.query('select pg_advisory_lock(42)')
  const saving = organiser.api.ask(updateEvent, { params: { slug: shortName }, body })
  let buying: Promise<Reply> | undefined
  try {
    await untilWaiting(pool, saving)
    buying = buy()
    await untilWaiting(pool, buying, 2)
  } finally {
    await holding.query('select pg_advisory_unlock(42)')
  }
  return { saved: await saving, bought: await buying }
}

const GROUP = 'Crew'
const CREW = { groupLink: { group: GROUP, type: 'UNLIMITED', matchType: 'FULL' } } as const

/** An event that sells everything that can go again. */
async function openEvent(slug: string): Promise<string> {
  return organiser.open(
    anEventFile(clock.now(), {
      slug,
      additionalServices: [aServiceFile({ inception: valid.validFrom, expiration: valid.validTo })],
      additionalInfo: [aQuestionFile()],
      promoCodes: [aPromoCodeFile(valid), aPromoCodeFile({ ...valid, name: 'FEW-USES', maxUsage: 5 })],
      groups: [{ name: GROUP, members: ['ada1@example.org'] }],
      categories: [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Members', ...CREW })],
    }),
  )
}

type OrderParts = { readonly code?: string; readonly hasExtra?: boolean }

/** One ticket; everything else is read beforehand, so that only the reservation runs while the event is saved. */
async function readyToReserve(
  shortName: string,
  { code, hasExtra = false }: OrderParts,
): Promise<() => Promise<Reply>> {
  const buyer = aBuyer(url)
  const ticketCategoryId = (await categoryIds(buyer, shortName)).get('Conference') ?? 0
  const extras = await rowsOf('select id from additional_service where event_id = $1', shortName)
  const body = {
    reservation: [{ ticketCategoryId, quantity: 1 }],
    additionalService: hasExtra ? extras.map(({ id }) => ({ additionalServiceId: Number(id), quantity: 1 })) : [],
    ...(code !== undefined && { promoCode: code }),
  }
  return () => buyer.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body })
}

const without = {
  codes: { tickets: { promoCodes: [] } },
  extras: { additionalServices: [] },
  questions: { additionalInfo: [] },
  members: { groups: [{ name: GROUP, members: ['bob@example.org'] }] },
} satisfies Record<string, EventFile>

test.each([
  ['a code', { code: 'TENOFF10' }, without.codes, 'error.STEP_1_CODE_NOT_FOUND'],
  ['a code of limited use', { code: 'FEW-USES' }, without.codes, 'error.STEP_1_CODE_NOT_FOUND'],
  ['an extra', { hasExtra: true }, without.extras, 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
])('who is just using %s that is deleted is refused it, and nothing is held', async (_, parts, change, code) => {
  const shortName = await openEvent(crypto.randomUUID())
  const { saved, bought } = await meet(shortName, change, await readyToReserve(shortName, parts))
  expect(saved.status).toBe(200)
  expect([bought.status, codesOf(bought)]).toEqual([422, [code]])
  expect(await rowsOf('select id from reservation where purchase_context_id = $1', shortName)).toEqual([])
})

test('an answer to a question that is just deleted is left out, and the details are taken', async () => {
  const shortName = await openEvent('a-question')
  const buyer = aBuyer(url)
  const id = await hold(buyer, shortName, { Conference: 1 })
  const form = await filledInWithMeal(buyer, id)
  const { saved, bought } = await meet(shortName, without.questions, () => sendDetails(buyer, id, form))
  expect([saved.status, bought.status]).toEqual([200, 200])
  expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
})

test('a buyer who is removed from a group during Pay is refused, and can pay when added again', async () => {
  const shortName = await openEvent('a-member')
  const buyer = aBuyer(url)
  const id = await hold(buyer, shortName, { Members: 1 })
  expect((await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))).status).toBe(200)
  const { saved, bought } = await meet(shortName, without.members, () => pay(buyer, id))
  expect([saved.status, bought.status, codesOf(bought)]).toEqual([200, 422, ['error.STEP_2_PAYMENT_PROCESSING_ERROR']])
  expect(await statusOf(buyer, id)).toBe('PENDING')
  await organiser.change(shortName, { groups: [{ name: GROUP, members: ['ada1@example.org'] }] })
  expect((await pay(buyer, id)).status).toBe(200)
})

test('a buyer who pays while the event changes to another group is checked against the new one', async () => {
  const shortName = await openEvent('a-group')
  const buyer = aBuyer(url)
  const id = await hold(buyer, shortName, { Members: 1 })
  expect((await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))).status).toBe(200)
  const change: EventFile = {
    groups: [{ name: 'Friends', members: ['ada1@example.org'] }],
    tickets: {
      categories: [{ name: 'Conference' }, { name: 'Members', groupLink: { ...CREW.groupLink, group: 'Friends' } }],
    },
  }
  const { saved, bought } = await meet(shortName, change, () => pay(buyer, id))
  expect([saved.status, bought.status, codesOf(bought)]).toEqual([200, 422, ['error.STEP_2_PAYMENT_PROCESSING_ERROR']])
  expect((await pay(buyer, id)).status).toBe(200)
})

test('a question that is just being answered stays, and so does the answer', async () => {
  const shortName = await openEvent('an-answer')
  const buyer = aBuyer(url)
  const id = await hold(buyer, shortName, { Conference: 1 })
  const form = await filledInWithMeal(buyer, id)
  const deleting = () => organiser.api.ask(updateEvent, { params: { slug: shortName }, body: without.questions })
  const [answered, deleted] = await behind('field_value', () => sendDetails(buyer, id, form), deleting)
  expect([answered.status, deleted.status]).toEqual([200, 400])
  expect(JSON.stringify(deleted.value)).toContain('People have answered')
  expect(await rowsOf('select id from additional_field where purchase_context_id = $1', shortName)).toHaveLength(1)
})

test('an organisation in which an event is just opened is not deleted', async () => {
  const other = await anOrganiser(url, apiKey, 'Lakeside Talks')
  const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
  const [opened, deleted] = await behind(
    'event',
    () => other.api.ask(createEvent, { body: anEventFile(clock.now(), { slug: 'just-opened' }) }),
    () => system.ask(deleteOrganization, { params: { id: other.organizationId } }),
  )
  expect([opened.status, deleted.status]).toEqual([200, 400])
})

/** The first one has stored a row of the table and is held up before it commits; the second one runs into it. */
async function behind(table: string, first: () => Promise<Reply>, second: () => Promise<Reply>) {
  await pool.query(`create trigger held_up after insert on ${table} for each statement execute function held_up()`)
  await holding.query('select pg_advisory_lock(42)')
  const storing = first()
  let deleting: Promise<Reply> | undefined
  try {
    await untilWaiting(pool, storing)
    deleting = second()
    await untilWaiting(pool, deleting, 2)
  } finally {
    await holding.query('select pg_advisory_unlock(42)')
  }
  const answers = [await storing, await deleting] as const
  await pool.query(`drop trigger held_up on ${table}`)
  return answers
}

async function filledInWithMeal(buyer: Buyer, id: string): Promise<ContactAndTicketsForm> {
  const info = await infoOf(buyer, id)
  const form = filledIn(info)
  const answered = Object.entries(form.tickets ?? {}).map(([uuid, ticket]) => [
    uuid,
    { ...ticket, additional: { meal: ['vegan'] } },
  ])
  return { ...form, tickets: Object.fromEntries(answered) }
}

/** `$1` is the event. */
async function rowsOf(text: string, shortName: string): Promise<{ readonly id: unknown }[]> {
  const { rows } = await pool.query<{ id: unknown }>(
    text.replace('$1', '(select id from event where short_name = $1)'),
    [shortName],
  )
  return rows
}
