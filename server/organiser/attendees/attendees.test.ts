import { describe, expect, test } from 'vitest'
import {
  type AnsweredQuestion,
  type DeskAttendee,
  type AttendeeQuestion,
  listDeskAttendees,
  sumDeskAnswers,
} from '#contract/desk-attendees.ts'
import { hours } from '#domain/foundation/instant.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { aDinner, bookDinner } from '#tests/support/organiser/attendees.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const { organizationId } = organiser
const buyer = aBuyer(url)
const finance = await aDeskMember(served, organizationId, 'FINANCE')
const atDesk = await aDeskMember(served, organizationId, 'DESK')
const stranger = await aDeskMember(served, other.organizationId, 'OWNER')

const event = await organiser.open(aDinner(clock.now(), 'dinner'))
const elsewhere = await organiser.open(aDinner(clock.now(), 'elsewhere'))
const idOf = async (slug: string): Promise<number> =>
  (await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', slug).executeTakeFirstOrThrow()).id
const eventId = await idOf(event)

const order = await bookDinner(buyer, event, [
  { name: ['Zoë', 'Özdemir'], answers: { meal: ['vegan'], note: ['<b>no nuts</b>'] }, size: 'S' },
  { name: ['Ada', 'Byron'], answers: { meal: ['meat'] }, size: 'L' },
  { name: ['Bo', 'Crewe'], category: 'Crew', answers: { meal: ['vegan'], days: ['sat', 'sun'] } },
])
const transfer = await bookDinner(buyer, event, [{ name: ['Tom', 'Pending'], answers: { meal: ['meat'] } }], 'OFFLINE')
await bookDinner(buyer, event, [{ name: ['Cara', 'Cart'] }], null)
await bookDinner(buyer, elsewhere, [{ name: ['Else', 'Where'], answers: { meal: ['vegan'] } }])

type List = {
  readonly attendees: DeskAttendee[]
  readonly questions: AttendeeQuestion[]
  readonly nextCursor: string | null
  readonly count: number | null
}
type Desk = typeof finance

async function read(desk: Desk, query: Record<string, string> = {}): Promise<List> {
  const { status, body } = await desk.ask(listDeskAttendees, { params: { eventId: String(eventId) }, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as List
}
const names = async (query: Record<string, string> = {}) =>
  (await read(finance, query)).attendees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

const questions = new Map((await read(finance)).questions.map(question => [question.name, question]))
const fieldOf = (name: string): number => questions.get(name)?.id ?? 0

async function sums(): Promise<Map<string, AnsweredQuestion>> {
  const { status, body } = await finance.ask(sumDeskAnswers, { params: { eventId: String(eventId) } })
  expect(status).toBe(200)
  return new Map((body as { questions: AnsweredQuestion[] }).questions.map(one => [one.question.name, one]))
}

describe('the list of attendees', () => {
  test('is by name, without accents and case, of all tickets that orders hold', async () => {
    expect(await names()).toEqual(['Ada Byron', 'Cara Cart', 'Bo Crewe', 'Zoë Özdemir', 'Tom Pending'])
  })

  test('has the order, the state, the price and the answers of each, in words', async () => {
    const { attendees } = await read(finance, { q: 'ozdemir', answer: `${fieldOf('note')}:<b>no nuts</b>` })
    expect(attendees).toEqual([
      expect.objectContaining({
        email: 'zoe.ozdemir@example.org',
        category: 'Guest',
        state: 'COMPLETE',
        isIn: false,
        inSince: null,
        order: { id: order, shortId: order.slice(0, 8).toUpperCase(), buyer: 'Zoë Özdemir', company: null },
        price: '120.00',
        currency: 'CHF',
        answers: {
          [fieldOf('meal')]: 'Vegan dish',
          [fieldOf('note')]: '<b>no nuts</b>',
          [fieldOf('size')]: 'S',
        },
      }),
    ])
  })

  test('has the questions in their order, those about extras with the extra', async () => {
    expect([...questions.values()].map(({ name, label, extra }) => [name, label, extra])).toEqual([
      ['meal', 'Which meal?', null],
      ['days', 'Which days?', null],
      ['note', 'Anything to know?', null],
      ['size', 'Size', 'Shirt'],
    ])
  })

  test.each<[string, () => Record<string, string>, string[]]>([
    ['a name of the holder', () => ({ q: 'BYRON' }), ['Ada Byron']],
    ['a name and its buyer', () => ({ q: 'crewe ozdemir' }), ['Bo Crewe']],
    ['how a name begins', () => ({ q: 'by a' }), ['Ada Byron']],
    ['two letters within a name', () => ({ q: 'yr' }), []],
    ['the buyer', () => ({ q: 'zoe' }), ['Ada Byron', 'Bo Crewe', 'Zoë Özdemir']],
    ['a short id', () => ({ q: transfer.slice(0, 8) }), ['Tom Pending']],
    ['what no one is called', () => ({ q: 'byron_' }), []],
    ['a state', () => ({ state: 'AWAITED' }), ['Tom Pending']],
    ['open carts', () => ({ state: 'OPEN' }), ['Cara Cart']],
    ['an answer', () => ({ answer: `${fieldOf('meal')}:vegan` }), ['Bo Crewe', 'Zoë Özdemir']],
    ['one of several answers', () => ({ answer: `${fieldOf('days')}:sun` }), ['Bo Crewe']],
    ['an answer about an extra', () => ({ answer: `${fieldOf('size')}:L` }), ['Ada Byron']],
    ['no answer', () => ({ answer: `${fieldOf('meal')}:` }), ['Cara Cart']],
    ['no answer of the category that is asked', () => ({ answer: `${fieldOf('days')}:` }), []],
    ['no answer about an extra', () => ({ answer: `${fieldOf('size')}:`, state: 'COMPLETE' }), ['Bo Crewe']],
    ['a part of an answer', () => ({ answer: `${fieldOf('meal')}:veg` }), []],
    ['a question of no event', () => ({ answer: '999999:vegan' }), []],
  ])('is filtered by %s', async (_, query, expected) => {
    expect(await names(query())).toEqual(expected)
  })

  test('is filtered by category', async () => {
    const { body } = await finance.ask(listDeskAttendees, { params: { eventId: String(eventId) } })
    const { categories } = body as { categories: { id: number; name: string }[] }
    const crew = categories.find(({ name }) => name === 'Crew')
    expect(await names({ category: String(crew?.id) })).toEqual(['Bo Crewe'])
  })

  test('comes page by page, counted with the first one', async () => {
    const first = await read(finance, { limit: '2' })
    expect([first.attendees.length, first.count]).toEqual([2, 5])
    const second = await read(finance, { limit: '2', cursor: first.nextCursor ?? '' })
    const third = await read(finance, { limit: '2', cursor: second.nextCursor ?? '' })
    expect([second.count, third.nextCursor]).toEqual([null, null])
    const all = [first, second, third].flatMap(({ attendees }) => attendees.map(({ lastName }) => lastName))
    expect(all).toEqual(['Byron', 'Cart', 'Crewe', 'Özdemir', 'Pending'])
    expect((await read(finance, { cursor: "1' or true" })).attendees).toHaveLength(5)
  })

  test('takes as many statements for five tickets as for one', async () => {
    const one = await statementsOf(() => read(finance, { limit: '1' }))
    const five = await statementsOf(() => read(finance))
    expect(five.length).toBe(one.length)
    expect(one.length).toBeGreaterThan(4)
  })

  test('states who is in and since when', async () => {
    clock.move(hours(1))
    const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
    const [ticket] = await paperTickets(shop, order)
    if (!ticket) throw new Error('no ticket')
    const scanner = aScanner(url, key, event)
    await scanner.byHand(ticket)
    const { attendees } = await read(finance, { entry: 'IN' })
    expect(attendees.map(({ isIn, inSince }) => [isIn, inSince])).toEqual([[true, clock.now()]])
    expect(await names({ entry: 'EXPECTED' })).toHaveLength(2)
  })
})

describe('the sums of answers', () => {
  test('count sold tickets alone, options in their order, and who has not answered', async () => {
    const { asked, unanswered, sums: counted, others } = (await sums()).get('meal') ?? {}
    expect(counted?.map(({ answer, label, count }) => [answer, label, count])).toEqual([
      ['vegan', 'Vegan dish', 2],
      ['meat', 'Meat dish', 1],
      ['none', 'No meal', 0],
    ])
    expect([asked, unanswered, others]).toEqual([3, 0, 0])
  })

  test('count each box that is ticked, of the category that is asked', async () => {
    const days = (await sums()).get('days')
    expect(days?.sums.map(({ label, count }) => [label, count])).toEqual([
      ['Saturday', 1],
      ['Sunday', 1],
    ])
    expect([days?.asked, days?.unanswered]).toEqual([1, 0])
  })

  test('count items of extras', async () => {
    const size = (await sums()).get('size')
    expect([size?.sums.map(({ count }) => count), size?.asked, size?.unanswered]).toEqual([[1, 1], 3, 1])
  })

  test('count typed answers as they are', async () => {
    const note = (await sums()).get('note')
    expect(note?.sums).toEqual([{ answer: '<b>no nuts</b>', label: '<b>no nuts</b>', count: 1 }])
    expect(note?.unanswered).toBe(2)
  })
})

describe('who may read them', () => {
  test('a member of the desk does, without money', async () => {
    const { attendees } = await read(atDesk)
    expect(attendees.map(({ price, currency }) => [price, currency])).toEqual(attendees.map(() => [null, null]))
    expect(JSON.stringify(attendees)).not.toContain('120')
  })

  test('another organisation finds no such event', async () => {
    const params = { eventId: String(eventId) }
    expect((await stranger.ask(listDeskAttendees, { params })).status).toBe(404)
    expect((await stranger.ask(sumDeskAnswers, { params })).status).toBe(404)
  })

  test('an editor is refused, and a member for one event reads that one alone', async () => {
    const editor = await aDeskMember(served, organizationId, 'EDITOR')
    expect((await editor.ask(listDeskAttendees, { params: { eventId: String(eventId) } })).status).toBe(403)
    const scope = { kind: 'event', eventId: await idOf(elsewhere), organizationId } as const
    const helper = await enterDesk(served, { email: 'helper@example.org', given: { role: 'DESK', scope } })
    const asked = async (id: number) =>
      (await helper.ask(listDeskAttendees, { params: { eventId: String(id) } })).status
    expect([await asked(eventId), await asked(scope.eventId)]).toEqual([404, 200])
  })
})
