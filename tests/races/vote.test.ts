import { beforeEach, expect, test } from 'vitest'
import { answerPoll } from '#contract/poll.ts'
import { movePoll } from '#server/ticket/poll/operate-poll.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy, codesOf } from '../support/buyer/purchase.ts'
import { aPollFile, checkIn } from '../support/organiser/polls.ts'
import { TIMES, aCrowd } from '../support/rush/rush.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const crowd = await aCrowd(url)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 200, polls: [aPollFile()] }))
const options = await shop.db.kysely.selectFrom('poll_option').selectAll().orderBy('id').execute()
const pollId = options[0]?.poll_id ?? 0
const [opening = 0, closing = 0] = options.map(({ id }) => id)

let pin: string
beforeEach(async () => {
  ;[pin = ''] = await checkIn(shop.db, await buy(buyer, shortName, { Conference: 1 }))
  await shop.db.kysely.deleteFrom('poll_vote').execute()
})

const vote = (optionId: number, by = buyer): Promise<Reply> =>
  by.ask(answerPoll, { params: { shortName, pollId }, body: { pin, optionId } })
const votes = async () =>
  (await shop.db.kysely.selectFrom('poll_vote').select('option_id').execute()).map(({ option_id: option }) => option)

test.each(TIMES)('a ticket that votes from thirty places at once has one voice (%i)', async () => {
  const answers = await Promise.all(crowd.map((one, index) => vote(index % 2 === 0 ? opening : closing, one)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await votes()).toHaveLength(1)
})

/** Another transaction changes the poll and commits while the vote waits. */
async function voteDuring(change: string): Promise<Reply> {
  const other = await shop.db.pool.connect()
  try {
    await other.query('begin')
    await other.query('select id from poll where id = $1 for update', [pollId])
    await other.query(change)
    const answer = vote(closing)
    await untilWaiting(shop.db.pool, answer)
    await other.query('commit')
    return await answer
  } finally {
    other.release()
  }
}

test('a vote that comes while the poll is being closed does not count', async () => {
  const { id: eventId } = await shop.db.kysely.selectFrom('event').select('id').executeTakeFirstOrThrow()
  expect(codesOf(await voteDuring(`update poll set status = 'CLOSED' where id = ${pollId}`))).toEqual(['not_found'])
  expect(await votes()).toEqual([])
  expect(await movePoll(shop, { eventId, pollId, to: 'OPEN' })).toBe('moved')
  expect((await vote(opening)).status).toBe(200)
})

test('a vote for an option that is being taken away does not count', async () => {
  expect(codesOf(await voteDuring(`delete from poll_option where id = ${closing}`))).toEqual(['not_found'])
  expect(await votes()).toEqual([])
})
