import { beforeEach, expect, test } from 'vitest'
import type { EventRequest, PollRequest } from '#domain/organiser/event-editing/event-request.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { savedEvents } from '#tests/support/organiser/saved-events.ts'
import { aShop, anEventRequest } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const saved = savedEvents(shop)
let event: EventOwner

const titled = (body: string) => [{ lang: 'en', body }]
const aPoll = (changes: PollRequest = {}): PollRequest => ({
  title: titled('Best talk'),
  options: [titled('Opening'), titled('Closing')],
  ...changes,
})

beforeEach(async () => {
  event = await saved.create(anEventRequest({ polls: [aPoll({ status: 'OPEN', allowedTags: ['crew'] })] }))
})

const change = (request: EventRequest) => saved.change(event, request)

type Row = { id: number; title: string; status: string; tags: string[]; options: string[]; ids: number[] }
const stored = async (): Promise<Row[]> =>
  (
    await db.pool.query<Row>(
      `select poll.id, poll.title->>'en' as title, status, allowed_tags as tags,
         array_agg(poll_option.title->>'en' order by poll_option.id) as options,
         array_agg(poll_option.id order by poll_option.id) as ids
       from poll join poll_option on poll_id = poll.id where event_id = $1 group by poll.id order by ordinal, poll.id`,
      [event.id],
    )
  ).rows

/** Some ticket of the event votes for the first option. */
async function voteForTheFirst(): Promise<void> {
  await db.pool.query(
    `insert into poll_vote (poll_id, ticket_id, option_id)
     select poll.id, (select min(id) from ticket where event_id = $1), (select min(id) from poll_option where poll_id = poll.id)
     from poll where event_id = $1`,
    [event.id],
  )
}

test('a poll is stored with its options, and a change that does not name it leaves it alone', async () => {
  const before = await stored()
  expect(before).toMatchObject([
    { title: 'Best talk', status: 'OPEN', tags: ['crew'], options: ['Opening', 'Closing'] },
  ])
  expect(await change({ title: 'Another name' })).toEqual([])
  expect(await stored()).toEqual(before)
})

test('a poll that is stated again keeps itself, its options and its votes', async () => {
  const [before] = await stored()
  await voteForTheFirst()
  const options = [titled('Opening'), titled('Dinner')]
  expect(
    await change({ polls: [aPoll({ title: titled('Worst talk') }), aPoll({ options, status: 'CLOSED' })] }),
  ).toEqual([])
  expect(await stored()).toMatchObject([
    { title: 'Best talk', id: before?.id, status: 'CLOSED', options: ['Opening', 'Dinner'] },
    { title: 'Worst talk', status: 'DRAFT' },
  ])
  expect((await stored())[0]?.ids[0]).toBe(before?.ids[0])
})

test('an option with votes stays, and nothing of the change is stored', async () => {
  await voteForTheFirst()
  const before = await stored()
  const options = [titled('Closing'), titled('Dinner')]
  expect(await change({ title: 'Another name', polls: [aPoll({ options })] })).toEqual(['poll-option-voted'])
  expect(await change({ polls: [aPoll({ status: 'DRAFT' })] })).toEqual(['poll-status-fixed'])
  expect(await stored()).toEqual(before)
})

test('a poll that is missing goes, or is closed when it has votes', async () => {
  await voteForTheFirst()
  expect(await change({ polls: [aPoll({ title: titled('Dinner') })] })).toEqual([])
  expect(await stored()).toMatchObject([
    { title: 'Best talk', status: 'CLOSED' },
    { title: 'Dinner', status: 'DRAFT' },
  ])
  expect(await change({ polls: [] })).toEqual([])
  expect(await stored()).toMatchObject([{ title: 'Best talk', status: 'CLOSED' }])
})
