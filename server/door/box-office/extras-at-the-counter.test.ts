import { beforeEach, describe, expect, test } from 'vitest'
import * as box from '#contract/box-office.ts'
import { type DeskBoxOffice, readDeskBoxOffice } from '#contract/desk-box-office.ts'
import { type DeskDoors, listDeskDoors, makeDeskDoor } from '#contract/desk-door.ts'
import {
  type NewOrderForm,
  type NewOrderOffer,
  type NewOrderPlan,
  makeNewOrder,
  planNewOrder,
  readNewOrderOffer,
} from '#contract/desk-new-order.ts'
import {
  aCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  aServiceFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { infoOf } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { type Till, openTill } from '#tests/support/organiser/box-office.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { type DoorDevice, aDoorDevice, makeDoorKey } from '#tests/support/organiser/door-device.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, url, clock, organiser, buyer } = served
const owner = await aDeskMember(served, organiser.organizationId, 'OWNER')
const PERSON = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }

const titled = (body: string) => [{ lang: 'en', body }]

let number = 0
/** An event with four shirts of a size, a deposit for each ticket, and a fund to which buyers give; a meal is asked for. */
async function anEvent(settings = {}) {
  number += 1
  const inception = localTime(clock.now(), { days: -1 })
  const { tickets, ...file } = anEventFile(clock.now(), {
    slug: `counter-${number}`,
    seats: 8,
    settings,
    categories: [aCategoryFile(clock.now())],
    promoCodes: [aPromoCodeFile()],
    additionalServices: [
      aServiceFile({ title: titled('Shirt'), price: 25, availableQuantity: 4, maxQtyPerOrder: 2, inception }),
      aServiceFile({ title: titled('Deposit'), supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', price: 2, inception }),
      { type: 'DONATION', title: titled('Fund'), fixPrice: false, inception },
    ],
    additionalInfo: [
      aQuestionFile({ required: true }),
      aQuestionFile({ name: 'note', type: 'GENERIC_TEXT', label: titled('Note') }),
      aQuestionFile({
        name: 'size',
        label: titled('Size'),
        required: true,
        restrictedValues: [{ value: 'S' }, { value: 'L' }],
        additionalService: 'Shirt',
      }),
    ],
  })
  const shortName = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['OFFLINE', 'PAYPAL'] } })
  const { id: eventId } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const { key } = await makeDoorKey(owner, { eventId, body: { name: 'Main door', maySell: true } })
  const device = aDoorDevice(url, key, () => clock.now())
  const till = await openTill(device)
  const { categories, extras, questions } = await till.read()
  const categoryId = categories[0]?.id ?? 0
  const extra = (title: string) => extras.find(one => one.title['en'] === title)?.id ?? 0
  const about = (kind: 'TICKET' | 'EXTRA', place: number, values: Record<string, string[]>) => ({
    about: kind,
    id: kind === 'TICKET' ? categoryId : extra('Shirt'),
    place,
    values,
  })
  const lines = (quantity: number) => [{ categoryId, quantity }]
  return { shortName, eventId, device, till, extras, questions, categoryId, extra, about, lines }
}

const answersOf = async (orderId: string) => {
  const rows = await shop.db.kysely
    .selectFrom('field_value')
    .innerJoin('additional_field as field', 'field.id', 'field_id')
    .leftJoin('ticket', 'ticket.id', 'field_value.ticket_id')
    .leftJoin('additional_service_item as item', 'item.id', 'item_id')
    .select(['name', 'value'])
    .where(({ eb, or }) => or([eb('ticket.reservation_id', '=', orderId), eb('item.reservation_id', '=', orderId)]))
    .orderBy('field_value.ticket_id')
    .orderBy('item_id')
    .execute()
  return rows.map(({ name, value }) => [name, value])
}

type At = Awaited<ReturnType<typeof anEvent>>
const undo = async ({ device, till }: { readonly device: DoorDevice; readonly till: Till }, saleId: number) => {
  const { drawerId } = till
  const planned = await device.ask(box.planUndo, { params: { saleId }, body: { drawerId } })
  const { seen } = planned.body as box.UndoPlan
  return device.ask(box.undoSale, { params: { saleId }, body: { drawerId, seen } })
}

describe('at the counter', () => {
  let at: At
  beforeEach(async () => {
    at = await anEvent()
  })

  test('extras are offered that are chosen, and the questions that are required', () => {
    expect(at.extras).toEqual([
      { id: at.extra('Shirt'), title: { en: 'Shirt' }, price: '25.00', left: 4, mostOfTicket: 2, mostOfOrder: 999 },
      expect.objectContaining({ title: { en: 'Fund' }, price: null, left: null, mostOfTicket: null }),
    ])
    expect(
      at.questions.map(({ about, items, questions }) => [about, items, questions.map(({ name }) => name)]),
    ).toEqual([
      ['TICKET', 'CHOSEN', ['meal']],
      ['EXTRA', 'CHOSEN', ['size']],
    ])
  })

  test('they are in the price, the order, the drawer and the sheet, and their units are free once the sale is undone', async () => {
    const extras = [
      { extraId: at.extra('Shirt'), quantity: 3 },
      { extraId: at.extra('Fund'), quantity: 1, amount: ' 12,5 ' },
    ]
    const { sale } = await at.till.sell({ lines: at.lines(2), extras, given: '400' })
    expect(sale).toMatchObject({ amount: '331.50', change: '68.50', state: 'PAID' })
    expect(sale.extras.map(({ title, quantity }) => [title['en'], quantity])).toEqual([
      ['Shirt', 3],
      ['Deposit', 2],
      ['Fund', 1],
    ])
    const order = await owner.order(sale.orderId)
    expect(order.money?.total).toBe('331.50')
    expect(order.extras.map(({ title, count }) => [title, count])).toEqual([
      ['Shirt', 3],
      ['Deposit', 2],
      ['Fund', 1],
    ])
    expect((await at.till.read()).extras[0]?.left).toBe(1)
    expect(await at.till.drawer()).toMatchObject({ cashIn: '331.50' })
    const params = { eventId: String(at.eventId) }
    const sheet = async () => (await owner.ask(readDeskBoxOffice, { params })).body as DeskBoxOffice
    expect((await sheet()).byExtra).toMatchObject([
      { title: 'Shirt', quantity: 3, amount: '75.00' },
      { title: 'Deposit', quantity: 2, amount: '4.00' },
      { title: 'Fund', quantity: 1, amount: '12.50' },
    ])
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })

    expect((await undo(at, sale.id)).body).toMatchObject({ state: 'UNDONE' })
    expect((await at.till.read()).extras[0]?.left).toBe(4)
    expect((await sheet()).byExtra).toEqual([])
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })
  })

  test('more than one order may have, more than are left, and an amount of nothing sensible are refused', async () => {
    const shirts = (quantity: number) => [{ extraId: at.extra('Shirt'), quantity }]
    const sold = async (form: Parameters<Till['sell']>[0]) => (await at.till.sell(form)).codes.map(([, code]) => code)
    const unsaleable = 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'
    expect(await sold({ lines: at.lines(1), extras: shirts(3) })).toEqual([unsaleable])
    expect(await sold({ lines: at.lines(1), extras: [{ extraId: 999_999, quantity: 1 }] })).toEqual([unsaleable])
    expect(await sold({ lines: at.lines(1), extras: [{ extraId: at.extra('Fund'), quantity: 1 }] })).toEqual([
      unsaleable,
    ])
    expect((await at.till.sell({ lines: at.lines(2), extras: shirts(3) })).status).toBe(200)
    expect(await sold({ lines: at.lines(1), extras: shirts(2) })).toEqual(['error.STEP_1_NOT_ENOUGH_TICKETS'])
    const typed = (amount: string) => [{ extraId: at.extra('Fund'), quantity: 1, amount }]
    for (const amount of ['1e9', '-1', '12.505', 'much']) {
      const { codes: refused } = await at.till.sell({ lines: at.lines(1), extras: typed(amount) })
      expect(refused).toEqual([[`extras.${at.extra('Fund')}`, 'foyer.extras.amount-wrong']])
    }
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
  })

  test('answers are judged and stored with the ticket and the extra they are about, and may stay open', async () => {
    const extras = [{ extraId: at.extra('Shirt'), quantity: 2 }]
    const form = { lines: at.lines(2), extras }
    const wrong = [at.about('TICKET', 1, { meal: ['stone'] }), at.about('EXTRA', 0, { size: ['XL'] })]
    expect((await at.till.sell({ ...form, answers: wrong })).codes).toEqual([
      [`answers.TICKET.${at.categoryId}.1.meal`, 'error.restrictedValue'],
      [`answers.EXTRA.${at.extra('Shirt')}.0.size`, 'error.restrictedValue'],
    ])
    const foreign = await at.till.sell({ ...form, answers: [at.about('TICKET', 2, { meal: ['vegan'] })] })
    expect(foreign.codes).toEqual([['answers', 'error.restrictedValue']])
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })

    const right = [at.about('TICKET', 1, { meal: ['vegan'] }), at.about('EXTRA', 1, { size: ['L'] })]
    const { sale } = await at.till.sell({ ...form, answers: right })
    expect(await answersOf(sale.orderId)).toEqual([
      ['meal', 'vegan'],
      ['size', 'L'],
    ])
    const { seats } = await owner.order(sale.orderId)
    expect(seats.map(({ answers }) => answers.map(({ answer }) => answer))).toEqual([[], ['vegan']])
  })
})

describe('a door that sells some categories alone', () => {
  const makeDoor = (at: At, body: object) =>
    makeDoorKey(owner, { eventId: at.eventId, body: { name: 'Small', maySell: true, ...body } })
  const tillOf = async ({ key }: { readonly key: string }) => openTill(aDoorDevice(url, key, () => clock.now()))

  test('sells the extras that were chosen for it, none where none was, and those that come by themselves anyway', async () => {
    const at = await anEvent()
    const sellCategoryIds = [at.categoryId]
    const none = await tillOf(await makeDoor(at, { sellCategoryIds }))
    expect((await none.read()).extras).toEqual([])
    const shirts = [{ extraId: at.extra('Shirt'), quantity: 1 }]
    const field = `extras.${at.extra('Shirt')}`
    expect((await none.sell({ lines: at.lines(1), extras: shirts })).codes).toEqual([
      [field, 'foyer.box.refused.extra'],
    ])
    expect((await none.sell({ lines: at.lines(1) })).sale.extras).toMatchObject([{ title: { en: 'Deposit' } }])
    const some = await tillOf(await makeDoor(at, { sellCategoryIds, sellExtraIds: [at.extra('Shirt')] }))
    expect((await some.read()).extras.map(({ title }) => title['en'])).toEqual(['Shirt'])
    const gift = [{ extraId: at.extra('Fund'), quantity: 1, amount: '5' }]
    expect((await some.sell({ lines: at.lines(1), extras: gift })).codes).toEqual([
      [`extras.${at.extra('Fund')}`, 'foyer.box.refused.extra'],
    ])
    expect((await some.sell({ lines: at.lines(1), extras: shirts })).status).toBe(200)
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
  })

  test('is not made with an extra of another event, nor with one that comes by itself', async () => {
    const [at, other] = [await anEvent(), await anEvent()]
    const params = { eventId: String(at.eventId) }
    const { extras } = (await owner.ask(listDeskDoors, { params })).body as DeskDoors
    expect(extras.map(({ name }) => name)).toEqual(['Shirt', 'Fund'])
    const { services } = await shop.catalog.eventOf(at.eventId)
    const deposit = services.find(({ title }) => title['en'] === 'Deposit')?.id ?? 0
    for (const extraId of [other.extra('Shirt'), deposit]) {
      const body = { name: 'Small', maySell: true, sellExtraIds: [extraId] }
      expect(codes(await owner.ask(makeDeskDoor, { params, body }))).toEqual([
        ['sellExtraIds', 'foyer.desk.door.refused.extra'],
      ])
    }
  })
})

test('where all holders are named at once the required questions need their answers, but not by a link', async () => {
  const at = await anEvent({ FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: true })
  const form = { lines: at.lines(2), extras: [{ extraId: at.extra('Shirt'), quantity: 1 }], ...PERSON }
  const some = [at.about('TICKET', 0, { meal: ['vegan'] })]
  expect((await at.till.sell({ ...form, answers: some })).codes).toEqual([
    [`answers.TICKET.${at.categoryId}.1.meal`, 'error.emptyField'],
    [`answers.EXTRA.${at.extra('Shirt')}.0.size`, 'error.emptyField'],
  ])
  expect((await at.till.sell(form)).codes).toHaveLength(3)
  const all = [...some, at.about('TICKET', 1, { meal: ['meat'] }), at.about('EXTRA', 0, { size: ['S'] })]
  expect((await at.till.sell({ ...form, answers: all })).sale.state).toBe('PAID')
  const link = await at.till.sell({ ...form, way: 'LINK', answers: some })
  expect(link.sale).toMatchObject({ state: 'AWAITING', amount: '269.00' })
  const { ticketsByCategory } = await infoOf(buyer, link.sale.orderId)
  const questions = ticketsByCategory.flatMap(({ tickets }) =>
    tickets.map(
      ({ ticketFieldConfigurationAfterStandard: fields }) => fields.find(({ name }) => name === 'meal')?.value,
    ),
  )
  expect(questions).toEqual(['vegan', null])
})

describe('an order on behalf of a buyer', () => {
  const plan = ({ eventId }: At, body: NewOrderForm) =>
    owner.ask(planNewOrder, { params: { eventId: String(eventId) }, body })

  test('has extras and answers, which the plan states; it changes with them', async () => {
    const at = await anEvent()
    const form: NewOrderForm = {
      ...PERSON,
      way: 'PAID',
      lines: at.lines(1),
      extras: [{ extraId: at.extra('Shirt'), quantity: 2 }],
      answers: [at.about('EXTRA', 0, { size: ['S'] })],
    }
    const planned = (await plan(at, form)).body as NewOrderPlan
    expect(planned).toMatchObject({ tickets: 1, total: '172.00' })
    expect(planned.extras.map(({ title, quantity }) => [title['en'], quantity])).toEqual([
      ['Shirt', 2],
      ['Deposit', 1],
    ])
    const params = { eventId: String(at.eventId) }
    const make = (body: NewOrderForm) =>
      owner.ask(makeNewOrder, { params, body: { ...body, seen: planned.seen, requestId: crypto.randomUUID() } })
    expect((await make({ ...form, extras: [], answers: [] })).status).toBe(409)
    const wrong = { ...form, answers: [at.about('EXTRA', 0, { size: ['XL'] })] }
    expect(codes(await make(wrong))).toEqual([[`answers.EXTRA.${at.extra('Shirt')}.0.size`, 'error.restrictedValue']])
    const made = await make(form)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { orderId } = made.body as { orderId: string }
    expect(await answersOf(orderId)).toEqual([['size', 'S']])
    await expectConsistentData(shop.db, at.shortName, { sold: 1, held: 0 })
  })

  test('is offered at the prices of its code, by which it is planned; a gift is not lowered, nor anything by an unknown code', async () => {
    const at = await anEvent()
    const params = { eventId: String(at.eventId) }
    // The code is good from a moment after it was made.
    clock.move(1000)
    const discounts = async (query: { readonly code?: string }) =>
      ((await owner.ask(readNewOrderOffer, { params, query })).body as NewOrderOffer).discounts
    expect(await discounts({ code: 'tenoff10' })).toEqual([
      { about: 'TICKET', id: at.categoryId, price: '108.00' },
      { about: 'EXTRA', id: at.extra('Shirt'), price: '22.50' },
    ])
    for (const query of [{}, { code: ' ' }, { code: 'NONE' }]) expect(await discounts(query)).toEqual([])
    const extras = [{ extraId: at.extra('Shirt'), quantity: 1 }]
    const form: NewOrderForm = { ...PERSON, way: 'PAID', lines: at.lines(1), extras, code: 'tenoff10' }
    // The deposit of each ticket is lowered, too.
    expect((await plan(at, form)).body).toMatchObject({ total: '132.30' })
  })

  test('that is free has its extras for nothing, from the same stock', async () => {
    const at = await anEvent()
    const extras = [{ extraId: at.extra('Shirt'), quantity: 2 }]
    const form: NewOrderForm = { ...PERSON, way: 'COMP', note: 'Crew', lines: at.lines(2), extras }
    const { seen, total } = (await plan(at, form)).body as NewOrderPlan
    expect(total).toBe('0.00')
    const params = { eventId: String(at.eventId) }
    expect((await owner.ask(makeNewOrder, { params, body: { ...form, seen, requestId: 'crew' } })).status).toBe(200)
    expect((await at.till.read()).extras[0]?.left).toBe(2)
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
  })
})
