import { beforeEach, describe, expect, test } from 'vitest'
import { POLL_CODES, type PollCode } from '#contract/error-codes.ts'
import { answerPoll, getPoll, listPolls } from '#contract/poll.ts'
import { getTicket } from '#contract/ticket.ts'
import { TICKET_PIN, pinOf } from '#domain/foundation/text/pin.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, codesOf, infoOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { aPollFile, checkIn, renumber } from '#tests/support/organiser/polls.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const titled = (body: string) => [{ lang: 'en', body }]
const shortName = await organiser.open(
  anEventFile(clock.now(), {
    seats: 500,
    polls: [
      aPollFile({ title: titled('Last'), order: 9 }),
      aPollFile({ title: titled('Best talk'), order: 1, description: titled('Pick **one** <b>') }),
      aPollFile({ title: titled('Written'), status: 'DRAFT' }),
      aPollFile({ title: titled('Over') }),
      aPollFile({ title: titled('Speakers'), allowedTags: ['speaker'] }),
    ],
  }),
)
await organiser.change(shortName, {
  polls: ['Last', 'Best talk', 'Written', 'Over', 'Speakers'].map(name => ({
    title: titled(name),
    ...(name === 'Over' && { status: 'CLOSED' as const }),
  })),
})
const elsewhere = await organiser.open(anEventFile(clock.now(), { slug: 'elsewhere', polls: [aPollFile()] }))

const polls = await shop.db.kysely.selectFrom('poll').selectAll().orderBy('id').execute()
const options = await shop.db.kysely.selectFrom('poll_option').selectAll().orderBy('id').execute()
const pollCalled = (name: string) => polls.find(({ title }) => JSON.stringify(title).includes(name))?.id ?? 0
const optionsOf = (pollId: number) => options.filter(option => option.poll_id === pollId).map(({ id }) => id)
const best = pollCalled('Best talk')
const [opening = 0, closing = 0] = optionsOf(best)

let pin: string
beforeEach(async () => {
  ;[pin = ''] = await checkIn(shop.db, await buy(buyer, shortName, { Conference: 1 }))
})

type Place = { readonly shortName?: string; readonly pollId?: number }
const list = (query: { pin: string }, at: Place = {}) => buyer.ask(listPolls, { params: { shortName, ...at }, query })
const read = (query: { pin: string }, at: Place = {}) =>
  buyer.ask(getPoll, { params: { shortName, pollId: best, ...at }, query })
const vote = (body: { pin: string; optionId: number | null }, at: Place = {}) =>
  buyer.ask(answerPoll, { params: { shortName, pollId: best, ...at }, body })
const votesFor = async (pollId = best) =>
  (await shop.db.kysely.selectFrom('poll_vote').select('option_id').where('poll_id', '=', pollId).execute()).map(
    ({ option_id: option }) => option,
  )

test('the open polls that are for everybody are listed, in the organiser’s order', async () => {
  const { value } = await buyer.expect(listPolls, 200, { params: { shortName }, query: { pin } })
  expect(value.map(({ title }) => title['en'])).toEqual(['Best talk', 'Last'])
  expect(value[0]).toEqual({
    id: best,
    status: 'OPEN',
    title: { en: 'Best talk' },
    description: { en: 'Pick **one** <b>' },
    descriptionHtml: { en: '<p>Pick <strong>one</strong> &lt;b&gt;</p>' },
    allowedTags: [],
    order: 1,
    eventId: polls[0]?.event_id,
    organizationId: organiser.organizationId,
  })
})

test('a poll comes with its options in the order of their ids', async () => {
  const { value } = await buyer.expect(getPoll, 200, { params: { shortName, pollId: best }, query: { pin } })
  expect(value.poll.id).toBe(best)
  expect(value.options).toEqual([
    { id: opening, pollId: best, title: { en: 'Opening' }, description: {} },
    { id: closing, pollId: best, title: { en: 'Closing' }, description: {} },
  ])
})

test('the answer about a poll is for one person, and kept nowhere', async () => {
  for (const answer of [await list({ pin }), await read({ pin })]) {
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test('a vote counts once, and voting again replaces it', async () => {
  await shop.db.kysely.deleteFrom('poll_vote').execute()
  expect(await vote({ pin, optionId: opening })).toMatchObject({ status: 200, value: { success: true, value: true } })
  expect(await votesFor()).toEqual([opening])
  expect((await vote({ pin: ` ${pin.toLowerCase()} `, optionId: closing })).status).toBe(200)
  expect(await votesFor()).toEqual([closing])
  expect((await vote({ pin, optionId: closing })).status).toBe(200)
  expect(await votesFor()).toEqual([closing])
})

describe('the page of a ticket shows the PIN to its holder', () => {
  const bought = async (event: string, status: 'ACQUIRED' | 'CHECKED_IN') => {
    const id = await buy(buyer, event, { Conference: 1 })
    const [own] = await checkIn(shop.db, id)
    await shop.db.kysely.updateTable('ticket').set({ status }).where('reservation_id', '=', id).execute()
    const [ticket] = ticketsOf(await infoOf(buyer, id))
    const params = { eventName: event, ticketIdentifier: ticket?.uuid ?? '' }
    return { own, pollPin: (await buyer.expect(getTicket, 200, { params })).pollPin }
  }
  const eventWith = (slug: string, poll?: Parameters<typeof aPollFile>[0]) =>
    organiser.open(anEventFile(clock.now(), { slug, ...(poll && { polls: [aPollFile(poll)] }) }))

  test('once it is checked in and a poll is open, and not before', async () => {
    const { own, pollPin } = await bought(shortName, 'CHECKED_IN')
    expect(pollPin).toBe(own)
    expect((await bought(shortName, 'ACQUIRED')).pollPin).toBeNull()
  })

  test.each<[string, Parameters<typeof aPollFile>[0]]>([
    ['none', undefined],
    ['a draft', { status: 'DRAFT' }],
    ['one for others', { allowedTags: ['speaker'] }],
  ])('unless the polls of the event are %s', async (name, poll) => {
    const event = await eventWith(`quiet-${name.replaceAll(' ', '-')}`, poll)
    expect((await bought(event, 'CHECKED_IN')).pollPin).toBeNull()
  })
})

test('every ticket of an order has its own voice', async () => {
  await shop.db.kysely.deleteFrom('poll_vote').execute()
  const pins = await checkIn(shop.db, await buy(buyer, shortName, { Conference: 3 }))
  for (const one of pins) await vote({ pin: one, optionId: opening })
  expect(await votesFor()).toEqual([opening, opening, opening])
})

/** Asks for the list, for the poll, and votes. */
const everywhere = async (typed: string, at: Place = {}): Promise<Reply[]> => [
  await list({ pin: typed }, at),
  await read({ pin: typed }, at),
  await vote({ pin: typed, optionId: opening }, at),
]

describe('refused', () => {
  const twins = ['abcdef01-0000-4000-8000-000000000001', 'abcdef02-0000-4000-8000-000000000002'] as const

  const PROVOKED: Record<PollCode, () => Promise<Reply[]>> = {
    'pin.invalid': () => everywhere('AAAAAA'),
    'pin.duplicate': async () => {
      const id = await buy(buyer, shortName, { Conference: 2 })
      await renumber(shop.db, id, twins)
      const [pinOfOne = '', pinOfOther = ''] = await checkIn(shop.db, id)
      expect(pinOfOne).toBe(pinOfOther)
      return everywhere(pinOfOne)
    },
    not_found: () => everywhere(pin, { shortName: 'unknown' }),
  }

  test.each(POLL_CODES)('%s is reported at the PIN, and has a text', async code => {
    const before = await votesFor()
    for (const answer of await PROVOKED[code]()) {
      expect(answer).toMatchObject({ status: 422, value: { success: false, errorCount: 1, value: null } })
      expect(answer.value).toHaveProperty('validationErrors', [{ fieldName: 'pin', code, arguments: null }])
    }
    expect(await votesFor()).toEqual(before)
    expect(shop.texts.text('de', code)).not.toBe(code)
  })

  test.each([['PENDING'], ['TO_BE_PAID'], ['ACQUIRED']] as const)(
    'the PIN of a ticket that is %s and not checked in',
    async status => {
      const id = await buy(buyer, shortName, { Conference: 1 })
      const [outside = ''] = await checkIn(shop.db, id)
      await shop.db.kysely.updateTable('ticket').set({ status }).where('reservation_id', '=', id).execute()
      expect((await everywhere(outside)).map(codesOf)).toEqual([['pin.invalid'], ['pin.invalid'], ['pin.invalid']])
    },
  )

  test('a twin that is not checked in does not matter', async () => {
    const id = await buy(buyer, shortName, { Conference: 2 })
    await renumber(shop.db, id, ['12345670-0000-4000-8000-000000000001', '12345671-0000-4000-8000-000000000002'])
    await shop.db.kysely
      .updateTable('ticket')
      .set({ status: 'CHECKED_IN' })
      .where('uuid', '=', '12345670-0000-4000-8000-000000000001')
      .execute()
    const shared = pinOf('12345670-0000-4000-8000-000000000001', TICKET_PIN)
    expect((await everywhere(shared)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('the public id of a ticket has no PIN', async () => {
    const id = await buy(buyer, shortName, { Conference: 1 })
    await checkIn(shop.db, id)
    const { public_uuid: publicId } = await shop.db.kysely
      .selectFrom('ticket')
      .select('public_uuid')
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(codesOf(await list({ pin: pinOf(publicId, TICKET_PIN) }))).toEqual(['pin.invalid'])
  })

  test('the PIN of another event', async () => {
    expect(codesOf(await list({ pin }, { shortName: elsewhere }))).toEqual(['pin.invalid'])
  })

  test('malformed PINs match no ticket', async () => {
    for (const typed of ['', 'B', '😀', 'x'.repeat(255), '%', "' or 1=1 --"]) {
      expect((await everywhere(typed)).map(codesOf)).toEqual([['pin.invalid'], ['pin.invalid'], ['pin.invalid']])
    }
  })

  test.each([
    ['a draft', pollCalled('Written'), 'not_found'],
    ['closed', pollCalled('Over'), 'not_found'],
    ['for tickets with a tag', pollCalled('Speakers'), 'pin.invalid'],
    ['unknown', 999_999, 'not_found'],
    ['of no number there can be', -1, 'not_found'],
    ['of another event', polls.find(({ event_id: id }) => id !== polls[0]?.event_id)?.id ?? 0, 'not_found'],
  ])('a poll that is %s', async (_, pollId, code) => {
    const [optionId = 1] = optionsOf(pollId)
    expect(codesOf(await read({ pin }, { pollId }))).toEqual([code])
    expect(codesOf(await vote({ pin, optionId }, { pollId }))).toEqual([code])
    expect(await votesFor(pollId)).toEqual([])
  })

  test.each([
    ['of another poll', optionsOf(pollCalled('Last'))[0] ?? 0],
    ['of no order', 999_999],
    ['that is none', null],
  ])('an option %s', async (_, optionId) => {
    expect(codesOf(await vote({ pin, optionId }))).toEqual(['not_found'])
  })

  test('without a PIN, or with a poll that is no number, the request is malformed', async () => {
    const paths = ['poll', `poll/${best}`, `poll/x?pin=${pin}`, `poll/1.5?pin=${pin}`, `poll/99999999999?pin=${pin}`]
    for (const path of paths) {
      expect((await fetch(`${url}/api/v2/public/event/${shortName}/${path}`)).status).toBe(400)
    }
  })
})

test('a client that tries PINs more than 600 times a minute gets the time to come back', async () => {
  const guesser = aBuyer(url, { 'x-forwarded-for': '198.51.100.7' })
  const guess = () => guesser.ask(listPolls, { params: { shortName }, query: { pin: 'AAAAAA' } })
  const statuses = new Set<number>()
  for (let count = 0; count < 600; count += 1) statuses.add((await guess()).status)
  expect([...statuses]).toEqual([422])
  expect((await guess()).status).toBe(429)
  const body = { pin, optionId: opening }
  expect((await guesser.ask(answerPoll, { params: { shortName, pollId: best }, body })).status).toBe(429)
})

test('an event that people have voted at can be deleted', async () => {
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'short', polls: [aPollFile()] }))
  const id = await buy(buyer, event, { Conference: 1 })
  const [own = ''] = await checkIn(shop.db, id)
  const { value } = await buyer.expect(listPolls, 200, { params: { shortName: event }, query: { pin: own } })
  const pollId = value[0]?.id ?? 0
  const { value: found } = await buyer.expect(getPoll, 200, {
    params: { shortName: event, pollId },
    query: { pin: own },
  })
  await vote({ pin: own, optionId: found.options[0]?.id ?? 0 }, { shortName: event, pollId })
  expect(await votesFor(pollId)).toHaveLength(1)
  await shop.db.kysely
    .updateTable('ticket')
    .set({ status: 'FREE', reservation_id: null })
    .where('reservation_id', '=', id)
    .execute()
  await shop.db.kysely.deleteFrom('event').where('short_name', '=', event).execute()
  expect(await votesFor(pollId)).toEqual([])
})
