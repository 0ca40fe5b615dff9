import { expect, test } from 'vitest'
import { answerPoll } from '#contract/poll.ts'
import { movePoll, pollResults } from '#server/ticket/poll/operate-poll.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { aPollFile, checkIn } from '#tests/support/organiser/polls.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { describePolls } from './polls.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const titled = (body: string) => [{ lang: 'en', body }]

async function eventWith(slug: string, ...titles: string[]): Promise<{ shortName: string; eventId: number }> {
  const polls = titles.map(title => aPollFile({ title: titled(title), status: 'DRAFT' }))
  const shortName = await organiser.open(anEventFile(clock.now(), { slug, polls }))
  const offer = await shop.catalog.offeredEvent(shortName)
  return { shortName, eventId: offer?.context.id ?? 0 }
}

test('the votes are shown by option, against those who have been checked in', async () => {
  const { shortName, eventId } = await eventWith('counted', 'Best talk', 'Dinner')
  const [best, dinner] = (await pollResults(shop, eventId)).polls.map(({ poll }) => poll.id)
  const pollId = best ?? 0
  expect(await movePoll(shop, { eventId, pollId, to: 'OPEN' })).toBe('moved')
  await buy(buyer, shortName, { Conference: 1 })
  const pins = await checkIn(shop.db, await buy(buyer, shortName, { Conference: 3 }))
  const [, closing] = (await pollResults(shop, eventId)).polls[0]?.options ?? []
  for (const pin of pins.slice(0, 2)) {
    await buyer.expect(answerPoll, 200, {
      params: { shortName, pollId },
      body: { pin, optionId: closing?.option.id ?? 0 },
    })
  }
  const pad = ' '.repeat(String(best).length)
  expect(describePolls(await pollResults(shop, eventId))).toEqual([
    `${best}  OPEN   Best talk  2 of 3 checked in`,
    `${pad}           Opening  0`,
    `${pad}           Closing  2`,
    `${dinner}  DRAFT  Dinner     0 of 3 checked in`,
    `${pad}           Opening  0`,
    `${pad}           Closing  0`,
  ])
})

test('an event without polls says so', async () => {
  const { eventId } = await eventWith('silent')
  expect(describePolls(await pollResults(shop, eventId))).toEqual(['The event has no polls.'])
})

test('a poll moves by the table of moves, at its own event', async () => {
  const { eventId } = await eventWith('moved', 'Best talk')
  const other = await eventWith('other', 'Best talk')
  const pollId = (await pollResults(shop, eventId)).polls[0]?.poll.id ?? 0
  expect(await movePoll(shop, { eventId, pollId, to: 'CLOSED' })).toBe('illegal')
  expect(await movePoll(shop, { eventId: other.eventId, pollId, to: 'OPEN' })).toBe('unknown')
  expect(await movePoll(shop, { eventId, pollId, to: 'OPEN' })).toBe('moved')
  expect(await movePoll(shop, { eventId, pollId, to: 'OPEN' })).toBe('moved')
  expect(await movePoll(shop, { eventId, pollId, to: 'DRAFT' })).toBe('illegal')
  expect(await movePoll(shop, { eventId, pollId, to: 'CLOSED' })).toBe('moved')
  expect((await pollResults(shop, eventId)).polls[0]?.poll.status).toBe('CLOSED')
})
