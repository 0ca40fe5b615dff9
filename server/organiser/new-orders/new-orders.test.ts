import { describe, expect, test } from 'vitest'
import { type NewOrderForm, type NewOrderPlan, makeNewOrder, planNewOrder } from '#contract/desk-new-order.ts'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import { anEventFile, aCategoryFile } from '#tests/builders/event-file.ts'
import {
  buy,
  categoryIds,
  filledIn,
  infoOf,
  pay,
  PAY_BY,
  sendDetails,
  statusOf,
} from '#tests/support/buyer/purchase.ts'
import { expectConsistentData, mailsOf } from '#tests/support/database/consistency.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, clock, organiser, buyer, runJobs } = served
const finance = await aDeskMember(served, organiser.organizationId, 'FINANCE')
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', language: 'en' }

let number = 0
async function anEvent() {
  number += 1
  const categories = [
    aCategoryFile(clock.now()),
    aCategoryFile(clock.now(), { name: 'Box', maxTickets: 1, price: 200 }),
  ]
  const shortName = await organiser.open(anEventFile(clock.now(), { slug: `made-${number}`, seats: 6, categories }))
  const ids = await categoryIds(buyer, shortName)
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const form = (change: Partial<NewOrderForm>, name = 'Conference', quantity = 1): NewOrderForm => ({
    ...GRACE,
    way: 'PAID',
    lines: [{ categoryId: ids.get(name) ?? 0, quantity }],
    ...change,
  })
  return { shortName, params: { eventId: String(id) }, form }
}
type At = Awaited<ReturnType<typeof anEvent>>

const plan = ({ params }: At, body: NewOrderForm) => finance.ask(planNewOrder, { params, body })
async function planned(at: At, body: NewOrderForm): Promise<NewOrderPlan> {
  const answer = await plan(at, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as NewOrderPlan
}
const make = ({ params }: At, body: NewOrderForm, seen: string, requestId: string = crypto.randomUUID()) =>
  finance.ask(makeNewOrder, { params, body: { ...body, seen, requestId } })
type Made = { readonly orderId: string; readonly href: string; readonly isRepeated: boolean }
async function made(at: At, body: NewOrderForm): Promise<Made> {
  const answer = await make(at, body, (await planned(at, body)).seen)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Made
}

describe('an order on behalf of a buyer', () => {
  test('is planned without being made, and made once however often it is sent', async () => {
    const at = await anEvent()
    const body = at.form({}, 'Conference', 2)
    const { seen, ...preview } = await planned(at, body)
    expect(preview).toMatchObject({ tickets: 2, total: '240.00', currency: 'CHF' })
    expect(preview.mails.map(({ recipient }) => recipient)).toEqual(['grace@example.org'])
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })
    const requestId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => make(at, body, seen, requestId)))
    expect(new Set(answers.map(({ body: one }) => (one as Made).orderId)).size).toBe(1)
    expect(answers.filter(({ body: one }) => !(one as Made).isRepeated)).toHaveLength(1)
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
  })

  test('that is free costs nothing, counts as no revenue, and says why', async () => {
    const at = await anEvent()
    expect(codes(await plan(at, at.form({ way: 'COMP' })))).toEqual([['note', 'foyer.desk.new-order.refused.reason']])
    const { orderId } = await made(at, at.form({ way: 'COMP', note: 'Press' }))
    const { group, money, notes, seats, history } = await finance.order(orderId)
    expect([group, money?.total, money?.method]).toEqual(['COMPLETE', '0.00', 'ADMIN'])
    expect(notes.map(({ text, by }) => [text, by])).toEqual([['Press', 'Member FINANCE']])
    expect(seats.map(({ firstName, email }) => [firstName, email])).toEqual([['Grace', 'grace@example.org']])
    expect(history).toContainEqual(expect.objectContaining({ message: 'Made at the desk', by: 'Member FINANCE' }))
    await expectConsistentData(shop.db, at.shortName, { sold: 1 })
  })

  test('is paid by its buyer by a link, and lapses when it is not', async () => {
    const at = await anEvent()
    const until = after(clock.now(), hours(2))
    const { orderId, href } = await made(at, at.form({ way: 'LINK', until }, 'Box'))
    expect(href).toContain(orderId)
    expect(await mailsOf(shop.db, orderId)).toEqual(['grace@example.org'])
    const info = await infoOf(buyer, orderId)
    expect(info).toMatchObject({ status: 'PENDING', firstName: 'Grace', validity: until })
    await sendDetails(buyer, orderId, filledIn(info))
    expect((await pay(buyer, orderId, PAY_BY.ON_SITE)).status).toBe(200)
    expect((await finance.order(orderId)).group).toBe('COMPLETE')

    const other = await anEvent()
    const body = other.form({ way: 'LINK', until: after(clock.now(), hours(1)) }, 'Conference')
    const { seen } = await planned(other, body)
    const first = (await make(other, body, seen, 'pressed twice')).body as Made
    clock.move(hours(1) + minutes(1))
    expect((await make(other, body, seen, 'pressed twice')).body).toEqual({ ...first, isRepeated: true })
    const lapsing = await made(other, other.form({ way: 'LINK', until: after(clock.now(), hours(1)) }, 'Box'))
    clock.move(hours(1) + minutes(11))
    await runJobs()
    expect(await statusOf(buyer, lapsing.orderId)).toBeUndefined()
  })

  test('that was paid to the organiser is good at once, with or without a mail', async () => {
    const at = await anEvent()
    const { orderId } = await made(at, at.form({ isMailed: false }))
    expect([(await finance.order(orderId)).group, await mailsOf(shop.db, orderId)]).toEqual(['COMPLETE', []])
  })

  test('is refused with what a buyer would be refused with, and with a wrong person or moment', async () => {
    const at = await anEvent()
    await buy(buyer, at.shortName, { Box: 1 })
    expect(codes(await plan(at, at.form({}, 'Box')))).toEqual([[null, 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']])
    expect(codes(await plan(at, at.form({}, 'Conference', 0)))).toEqual([[null, 'error.STEP_1_SELECT_AT_LEAST_ONE']])
    expect(codes(await plan(at, at.form({ email: 'nowhere' })))).toEqual([['email', 'error.STEP_2_INVALID_EMAIL']])
    expect(codes(await plan(at, at.form({ way: 'LINK' })))).toEqual([
      ['until', 'foyer.desk.order.refused.category.past'],
    ])
    expect((await make(at, at.form({}), 'other')).status).toBe(409)
    await expectConsistentData(shop.db, at.shortName, { sold: 1, held: 0 })
  })
})
