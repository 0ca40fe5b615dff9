import { describe, expect, test } from 'vitest'
import { type NewOrderForm, type NewOrderPlan, makeNewOrder, planNewOrder } from '#contract/desk-new-order.ts'
import { readEventFigures } from '#contract/desk-figures.ts'
import {
  type SeatBlockForm,
  type SeatBlocks,
  holdSeatBlock,
  listSeatBlocks,
  releaseSeatBlock,
} from '#contract/desk-seat-blocks.ts'
import { after, hours } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy, categoryIds, reserve } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop, runJobs } = served
const organiser = await anOrganiser(url, apiKey)
const finance = await aDeskMember(served, organiser.organizationId, 'FINANCE')
const buyer = aBuyer(url)

let number = 0
async function anEvent(seats = 10) {
  number += 1
  const now = clock.now()
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Box', maxTickets: 4, price: 200 })]
  const shortName = await organiser.open(anEventFile(now, { slug: `held-${number}`, seats, categories }))
  const ids = await categoryIds(buyer, shortName)
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  return { shortName, params: { eventId: String(id) }, box: ids.get('Box') ?? 0, shared: ids.get('Conference') ?? 0 }
}
type At = Awaited<ReturnType<typeof anEvent>>

const hold = ({ params }: At, form: Partial<SeatBlockForm>, requestId: string = crypto.randomUUID()) =>
  finance.ask(holdSeatBlock, { params, body: { name: 'Sponsors', seats: 2, ...form, requestId } })
async function held(at: At, form: Partial<SeatBlockForm>): Promise<SeatBlocks> {
  const { status, body } = await hold(at, form)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as SeatBlocks
}
const list = async ({ params }: At) => (await finance.ask(listSeatBlocks, { params })).body as SeatBlocks
const release = async ({ params }: At, blockId: number, keep: number) =>
  (await finance.ask(releaseSeatBlock, { params: { ...params, blockId: String(blockId) }, body: { keep } }))
    .body as SeatBlocks
const freeOf = ({ sources }: SeatBlocks) => sources.map(({ name, free }) => [name, free])
const GRACE = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.org',
  language: 'en',
  way: 'PAID',
} as const
const plan = ({ params }: At, body: NewOrderForm) => finance.ask(planNewOrder, { params, body })
async function order(at: At, body: NewOrderForm) {
  const planned = await plan(at, body)
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)
  const { seen } = planned.body as NewOrderPlan
  return finance.ask(makeNewOrder, { params: at.params, body: { ...body, seen, requestId: crypto.randomUUID() } })
}

describe('seats held for later', () => {
  test('are held once however often it is sent, are not sold, and count as held', async () => {
    const at = await anEvent()
    const requestId = crypto.randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => hold(at, { categoryId: at.box, seats: 4 }, requestId)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    const read = await held(at, { name: ' Choir ', seats: 3 })
    expect(read.blocks.map(({ name, category, seats, by }) => [name, category, seats, by])).toEqual([
      ['Sponsors', 'Box', 4, 'Member FINANCE'],
      ['Choir', null, 3, 'Member FINANCE'],
    ])
    expect(freeOf(read)).toEqual([
      ['Box', 0],
      [null, 3],
    ])
    expect((await reserve(buyer, at.shortName, { Box: 1 })).status).toBe(422)
    expect((await reserve(buyer, at.shortName, { Conference: 4 })).status).toBe(422)
    await buy(buyer, at.shortName, { Conference: 3 })
    await runJobs()
    expect((await list(at)).blocks).toHaveLength(2)
    const figures = await finance.ask(readEventFigures, { params: at.params })
    expect(figures.body).toMatchObject({ sold: 3, held: 7 })
    await expectConsistentData(shop.db, at.shortName, { sold: 3, held: 0, blocked: 7 })
  })

  test('are refused with how many are free, and for what is no purpose, source, number or moment', async () => {
    const at = await anEvent()
    await buy(buyer, at.shortName, { Box: 1 })
    const tooMany = await hold(at, { categoryId: at.box, seats: 4 })
    expect(codes(tooMany)).toEqual([['seats', 'foyer.desk.block.refused.free']])
    expect(JSON.stringify(tooMany.body)).toContain('Free now: 3.')
    const wrong = { name: ' ', seats: 0, categoryId: at.shared, until: clock.now() }
    expect(codes(await hold(at, wrong))).toEqual([
      ['name', 'foyer.desk.block.refused.name'],
      ['categoryId', 'foyer.desk.block.refused.source'],
      ['seats', 'foyer.desk.block.refused.seats'],
      ['until', 'foyer.desk.block.refused.past'],
    ])
    expect((await list(at)).blocks).toEqual([])
  })

  test('are released some or all, and on sale at once; the same press twice releases no more', async () => {
    const at = await anEvent()
    const [block] = (await held(at, { categoryId: at.box, seats: 4 })).blocks
    const id = block?.id ?? 0
    const both = await Promise.all([release(at, id, 3), release(at, id, 3)])
    expect(both.map(({ blocks }) => blocks[0]?.seats)).toEqual([3, 3])
    await buy(buyer, at.shortName, { Box: 1 })
    const none = await release(at, id, 0)
    expect([none.blocks, freeOf(none)[0]]).toEqual([[], ['Box', 3]])
    await buy(buyer, at.shortName, { Box: 3 })
    await expectConsistentData(shop.db, at.shortName, { sold: 4, held: 0 })
  })

  test('return to sale by themselves when their time is over', async () => {
    const at = await anEvent()
    await held(at, { seats: 6, until: after(clock.now(), hours(1)) })
    await runJobs()
    expect((await list(at)).blocks).toHaveLength(1)
    clock.move(hours(1))
    await runJobs()
    const read = await list(at)
    expect([read.blocks, freeOf(read)[1]]).toEqual([[], [null, 6]])
  })

  test('become an order on behalf of a buyer, in a category that is sold out', async () => {
    const at = await anEvent()
    const [block] = (await held(at, { categoryId: at.box, seats: 2 })).blocks
    await buy(buyer, at.shortName, { Box: 2 })
    const lines = [{ categoryId: at.box, quantity: 1 }]
    expect(codes(await plan(at, { ...GRACE, lines }))).toEqual([
      [null, 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
    ])
    const body: NewOrderForm = { ...GRACE, lines, blockId: block?.id ?? 0 }
    expect((await order(at, body)).status).toBe(200)
    expect((await list(at)).blocks.map(({ seats }) => seats)).toEqual([1])
    const two = { ...body, lines: [{ categoryId: at.box, quantity: 2 }] }
    expect(codes(await plan(at, two))).toEqual([['blockId', 'foyer.desk.block.refused.short']])
    const other = { ...body, lines: [{ categoryId: at.shared, quantity: 1 }] }
    expect(codes(await plan(at, other))).toEqual([['blockId', 'foyer.desk.block.refused.other']])
    const { seen } = (await plan(at, body)).body as NewOrderPlan
    const sent = await Promise.all(
      [1, 2, 3].map(() =>
        finance.ask(makeNewOrder, { params: at.params, body: { ...body, seen, requestId: crypto.randomUUID() } }),
      ),
    )
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422])
    expect(codes(await plan(at, body))).toEqual([['blockId', 'foyer.desk.block.refused.gone']])
    await expectConsistentData(shop.db, at.shortName, { sold: 4, held: 0 })
  })

  test('are never sold: fifty buyers and a member want the last twenty seats', async () => {
    const at = await anEvent(24)
    const tries = Array.from({ length: 50 }, () => reserve(aBuyer(url), at.shortName, { Conference: 1 }))
    const holding = hold(at, { name: 'Choir', seats: 12 })
    const bought = (await Promise.all(tries)).filter(({ status }) => status === 200).length
    const answer = await holding
    const read = await list(at)
    const kept = read.blocks.reduce((sum, { seats }) => sum + seats, 0)
    expect([kept, answer.status]).toEqual(answer.status === 200 ? [12, 200] : [0, 422])
    expect(bought + kept + (read.sources.find(({ categoryId }) => categoryId === null)?.free ?? 0)).toBe(20)
    expect(bought).toBe(20 - kept)
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: bought })
  })
})
