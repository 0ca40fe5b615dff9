import { describe, expect, test } from 'vitest'
import * as box from '#contract/box-office.ts'
import { type DeskBoxOffice, downloadBoxSales, readDeskBoxOffice } from '#contract/desk-box-office.ts'
import { makeDeskDoor, revokeDeskDoor } from '#contract/desk-door.ts'
import { type OrderPlan, doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { type MoneyDays, listMoneyDays } from '#contract/desk-money.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { filledIn, infoOf, sendDetails } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData, mailsOf } from '#tests/support/database/consistency.ts'
import { openTill } from '#tests/support/organiser/box-office.ts'
import { aDoorDevice, makeDoorKey } from '#tests/support/organiser/door-device.ts'
import { askForFile } from '#tests/support/organiser/exports.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, url, clock, organiser, buyer, runJobs } = served
const owner = await aDeskMember(served, organiser.organizationId, 'OWNER')
const PERSON = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }

let number = 0
/** An event with a box office at its door. */
async function anEvent({ seats = 8, door = {}, settings = {} } = {}) {
  number += 1
  const categories = [
    aCategoryFile(clock.now()),
    aCategoryFile(clock.now(), { name: 'Box', maxTickets: 1, price: 200 }),
  ]
  const { tickets, ...file } = anEventFile(clock.now(), { slug: `box-${number}`, seats, categories, settings })
  const paymentMethods: PaymentProxy[] = ['OFFLINE', 'ON_SITE', 'PAYPAL']
  const shortName = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods } })
  const { id: eventId } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const { id: doorId, key } = await makeDoorKey(owner, { eventId, body: { name: 'Main door', maySell: true, ...door } })
  const device = aDoorDevice(url, key, () => clock.now())
  const till = await openTill(device)
  const { categories: offered } = await till.read()
  const lines = (name = 'Conference', quantity = 1) => [
    { categoryId: offered.find(category => category.name === name)?.id ?? 0, quantity },
  ]
  const desk = async () =>
    (await owner.ask(readDeskBoxOffice, { params: { eventId: String(eventId) } })).body as DeskBoxOffice
  const money = async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const query = { from: day(clock.now() - days(2)), to: day(clock.now() + days(2)), eventId: String(eventId) }
    const { body } = await owner.ask(listMoneyDays, { query })
    return (body as MoneyDays).days.map(({ method, payments, refunds }) => [method, payments, refunds])
  }
  return { shortName, eventId, doorId, device, till, lines, desk, money }
}
type At = Awaited<ReturnType<typeof anEvent>>

const undoOf = async ({ device, till: { drawerId } }: At, sale: box.Sale) => {
  const params = { saleId: sale.id }
  const planned = await device.ask(box.planUndo, { params, body: { drawerId } })
  const { seen } = planned.body as box.UndoPlan
  return { planned, undo: () => device.ask(box.undoSale, { params, body: { drawerId, seen: seen ?? 'x' } }) }
}
const codesOf = ({ body }: { readonly body: unknown }) =>
  ((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code)

describe('a sale at the door', () => {
  test('is one order however often it is sent, with its change, and its cash in the drawer and in the money of the day', async () => {
    const at = await anEvent()
    const requestId = crypto.randomUUID()
    const form = { requestId, lines: at.lines('Conference', 2), given: '300' }
    const sold = await Promise.all([1, 2, 3, 4].map(() => at.till.sell(form)))
    const [first] = sold
    expect(new Set(sold.map(({ sale }) => sale.id)).size).toBe(1)
    expect(first?.sale).toMatchObject({
      state: 'PAID',
      way: 'CASH',
      amount: '240.00',
      given: '300.00',
      change: '60.00',
    })
    expect(first?.sale.lines).toMatchObject([{ name: 'Conference', quantity: 2 }])
    expect((await at.till.sell(form)).sale).toEqual(first?.sale)
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
    expect(await at.till.drawer()).toMatchObject({ float: '200.00', cashIn: '240.00', expected: '440.00', sales: 1 })
    expect(await at.money()).toEqual([['CASH', '240.00', '0.00']])
  })

  test('needs no name: its tickets have codes, and let in at once', async () => {
    const at = await anEvent()
    const { sale } = await at.till.sell({ lines: at.lines() })
    expect(sale.given).toBe(sale.amount)
    const [ticket] = sale.tickets
    expect(ticket?.name).toBe(`Guest ${sale.reference}`)
    expect(await mailsOf(shop.db, sale.orderId)).toEqual([])
    expect(await at.device.scan({ code: ticket?.code ?? '' })).toMatchObject({ outcome: 'LET_IN', name: ticket?.name })
    const again = (await at.device.ask(box.readSale, { params: { saleId: sale.id } })).body as box.Sale
    expect(again.tickets.map(({ isIn }) => isIn)).toEqual([true])
  })

  test('by the card terminal has the number of its receipt, in the books too', async () => {
    const at = await anEvent()
    const without = await at.till.sell({ lines: at.lines(), way: 'TERMINAL', receipt: ' ' })
    expect(without.codes).toEqual([['receipt', 'foyer.box.refused.receipt']])
    const { sale } = await at.till.sell({ lines: at.lines(), way: 'TERMINAL', receipt: ' 00-4711 ', ...PERSON })
    expect(sale).toMatchObject({ state: 'PAID', receipt: '00-4711', email: PERSON.email })
    expect(await mailsOf(shop.db, sale.orderId)).toContain(PERSON.email)
    expect(await served.paymentsOf(sale.orderId)).toMatchObject([{ reference: '00-4711', amount: 12_000n }])
    expect(await at.till.drawer()).toMatchObject({ cashIn: '0.00', sales: 1 })
  })

  test('is refused, and nothing is held, at another price, for too little, for what the door does not sell, and without a drawer', async () => {
    const at = await anEvent({ door: { sellCategoryIds: undefined } })
    const refused = async (form: Parameters<At['till']['sell']>[0]) => (await at.till.sell(form)).codes
    const lines = at.lines()
    expect(await refused({ lines, total: '119.00' })).toEqual([['total', 'foyer.box.refused.price']])
    expect(await refused({ lines, given: '119.95' })).toEqual([['given', 'foyer.box.refused.given']])
    expect(await refused({ lines, given: 'much' })).toEqual([['given', 'foyer.box.refused.amount']])
    expect(await refused({ lines, drawerId: 999_999 })).toEqual([['drawerId', 'foyer.box.refused.drawer']])
    expect(await refused({ lines, email: 'nowhere' })).toEqual([['email', 'error.STEP_2_INVALID_EMAIL']])
    expect(await refused({ lines, firstName: 'Grace' })).toEqual([['lastName', 'error.STEP_2_EMPTY_LASTNAME']])
    expect(await refused({ lines: [{ ...lines[0], categoryId: 999_999, quantity: 1 }] })).toEqual([
      ['lines', 'foyer.box.refused.category'],
    ])
    expect(await refused({ lines: at.lines('Conference', 0) })).toEqual([[null, 'error.STEP_1_SELECT_AT_LEAST_ONE']])
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })
    expect(await at.till.drawer()).toMatchObject({ cashIn: '0.00', sales: 0 })
  })

  test('asks for a name where the event wants all holders named at once', async () => {
    const at = await anEvent({ settings: { FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: true } })
    expect((await at.till.read()).mustName).toBe(true)
    expect((await at.till.sell({ lines: at.lines() })).codes.map(([field]) => field)).toEqual([
      'email',
      'firstName',
      'lastName',
    ])
    expect((await at.till.sell({ lines: at.lines(), ...PERSON })).sale.tickets[0]?.name).toBe('Grace Hopper')
  })

  test('of the last seat is one of two', async () => {
    const at = await anEvent()
    const other = await openTill(at.device, 'Noah')
    const sold = await Promise.all([at.till, other].map(till => till.sell({ lines: at.lines('Box') })))
    expect(sold.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    const [[, code] = []] = sold.flatMap(({ codes }) => codes)
    expect(['error.STEP_1_NOT_ENOUGH_TICKETS', 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']).toContain(code)
    await expectConsistentData(shop.db, at.shortName, { sold: 1, held: 0 })
  })

  test('is not made by a key that was revoked meanwhile, or that sells nothing', async () => {
    const at = await anEvent()
    const { sale } = await at.till.sell({ lines: at.lines() })
    const params = { eventId: String(at.eventId), doorId: String(at.doorId) }
    const [late] = await Promise.all([at.till.sell({ lines: at.lines() }), owner.ask(revokeDeskDoor, { params })])
    const sold = late.status === 200 ? 2 : 1
    expect([200, 401]).toContain(late.status)
    expect((await at.till.sell({ lines: at.lines() })).status).toBe(401)
    expect((await at.device.ask(box.readSale, { params: { saleId: sale.id } })).status).toBe(401)
    await expectConsistentData(shop.db, at.shortName, { sold, held: 0 })
    const gate = await makeDoorKey(owner, { eventId: at.eventId, body: { name: 'Gate' } })
    const scanning = aDoorDevice(url, gate.key, () => clock.now())
    expect((await scanning.ask(box.readBoxOffice)).status).toBe(403)
    expect((await scanning.ask(box.planSale, { body: { lines: at.lines() } })).status).toBe(403)
  })

  test('is for the categories of the key alone, and such a key is made by who manages orders', async () => {
    const all = await anEvent()
    const box2 = await makeDoorKey(owner, {
      eventId: all.eventId,
      body: { name: 'Small', maySell: true, sellCategoryIds: all.lines('Box').map(({ categoryId }) => categoryId) },
    })
    const till = await openTill(aDoorDevice(url, box2.key, () => clock.now()))
    expect((await till.read()).categories.map(({ name }) => name)).toEqual(['Box'])
    expect((await till.sell({ lines: all.lines() })).codes).toEqual([['lines', 'foyer.box.refused.category']])
    const door = await aDeskMember(served, organiser.organizationId, 'DOOR')
    const params = { eventId: String(all.eventId) }
    const refused = await door.ask(makeDeskDoor, { params, body: { name: 'Mine', maySell: true } })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'maySell' }] } })
    const foreign = { name: 'x', maySell: true, sellCategoryIds: [999_999] }
    expect((await owner.ask(makeDeskDoor, { params, body: foreign })).status).toBe(422)
  })

  test('by a link is paid by its buyer, or lapses', async () => {
    const at = await anEvent()
    expect((await at.till.read()).ways).toContain('LINK')
    const { sale } = await at.till.sell({ lines: at.lines(), way: 'LINK' })
    expect(sale).toMatchObject({ state: 'AWAITING', given: null })
    expect(sale.link).toContain(sale.orderId)
    expect(sale.tickets[0]?.code).toBeNull()
    const info = await infoOf(buyer, sale.orderId)
    await sendDetails(buyer, sale.orderId, filledIn(info))
    served.service.next({ kind: 'settled' })
    expect((await served.payOnline(sale.orderId)).status).toBe(200)
    await runJobs()
    const paid = (await at.device.ask(box.readSale, { params: { saleId: sale.id } })).body as box.Sale
    expect(paid).toMatchObject({ state: 'PAID', link: null, tickets: [{ name: 'Ada 1 Lovelace' }] })
    expect(codesOf((await undoOf(at, paid)).planned)).toEqual(['foyer.box.refused.undo.paid-elsewhere'])

    const lapsing = (await at.till.sell({ lines: at.lines('Box'), way: 'LINK' })).sale
    clock.move(hours(1))
    await runJobs()
    const lapsed = (await at.device.ask(box.readSale, { params: { saleId: lapsing.id } })).body as box.Sale
    expect(lapsed).toMatchObject({ state: 'LAPSED', tickets: [] })
    await expectConsistentData(shop.db, at.shortName, { sold: 1, held: 0 })
    expect((await at.desk()).byWay).toMatchObject([{ way: 'LINK', sales: 1, amount: '120.00', awaited: '0.00' }])
  })

  test('by transfer awaits it, with its details, for a person with a name', async () => {
    const at = await anEvent()
    expect((await at.till.sell({ lines: at.lines(), way: 'TRANSFER' })).codes).toHaveLength(3)
    const { sale, codes } = await at.till.sell({ lines: at.lines(), way: 'TRANSFER', ...PERSON })
    expect(codes).toEqual([])
    expect(sale).toMatchObject({ state: 'AWAITING', link: null })
    expect(sale.transfer?.reason).toContain(sale.reference)
    expect(await mailsOf(shop.db, sale.orderId)).toContain(PERSON.email)
    expect((await at.desk()).byWay).toMatchObject([{ way: 'TRANSFER', sales: 1, awaited: '120.00' }])
    const { undo } = await undoOf(at, sale)
    expect((await undo()).body).toMatchObject({ state: 'UNDONE' })
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })
  })

  test('is mailed to an address afterwards, with codes that are good then', async () => {
    const at = await anEvent()
    const { sale } = await at.till.sell({ lines: at.lines('Conference', 2) })
    const mail = (email: string) => at.device.ask(box.mailSale, { params: { saleId: sale.id }, body: { email } })
    expect(codesOf(await mail('nowhere'))).toEqual(['error.STEP_2_INVALID_EMAIL'])
    const mailed = (await mail('new@example.org')).body as box.Sale
    expect(mailed.email).toBe('new@example.org')
    expect(new Set(await mailsOf(shop.db, sale.orderId))).toEqual(new Set(['new@example.org']))
    const [before, after] = [sale.tickets[0]?.code ?? '', mailed.tickets[0]?.code ?? '']
    expect(await at.device.scan({ code: before })).toMatchObject({ outcome: 'PASSED_ON' })
    expect(await at.device.scan({ code: after })).toMatchObject({ outcome: 'LET_IN' })
  })
})

describe('a sale that is undone', () => {
  test('says what it will do, frees its seats, and notes the money as returned, once', async () => {
    const at = await anEvent()
    const { sale } = await at.till.sell({ lines: at.lines('Conference', 2) })
    const { planned, undo } = await undoOf(at, sale)
    expect(planned.body).toMatchObject({ tickets: 2, way: 'CASH', returned: '240.00', currency: 'CHF', mails: 0 })
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
    const undone = await Promise.all([undo(), undo(), undo()])
    expect(undone.map(({ status, body }) => [status, (body as box.Sale).state])).toEqual(
      Array.from({ length: 3 }, () => [200, 'UNDONE']),
    )
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })
    expect(await at.till.drawer()).toMatchObject({ cashIn: '240.00', cashOut: '240.00', expected: '200.00', sales: 0 })
    expect(await at.money()).toEqual([['CASH', '240.00', '240.00']])
    expect(codesOf((await undoOf(at, sale)).planned)).toEqual(['foyer.box.refused.undo.done'])
  })

  test('is refused once the desk has taken out a ticket: the drawer pays for none twice', async () => {
    const at = await anEvent()
    const { sale } = await at.till.sell({ lines: at.lines('Conference', 2) })
    const params = { orderId: sale.orderId }
    const [seat] = (await owner.order(sale.orderId)).seats
    const form = { action: 'refund', what: 'TICKETS', tickets: [seat?.id], money: false }
    const plan = await owner.ask(planOrderAction, { params, body: form })
    const { seen } = plan.body as OrderPlan
    const refunded = await owner.ask(doOrderAction, { params, body: { ...form, seen, requestId: 'a part' } })
    expect(refunded.status, JSON.stringify([plan.body, refunded.body])).toBe(200)
    expect(codesOf((await undoOf(at, sale)).planned)).toEqual(['foyer.box.refused.undo.changed'])
    expect(await at.till.drawer()).toMatchObject({ cashOut: '0.00', expected: '440.00' })
    await expectConsistentData(shop.db, at.shortName, { sold: 1, held: 0 })
  })

  test('is refused once its holder is in, with another plan, out of a closed drawer, and after the night', async () => {
    const at = await anEvent()
    const { sale } = await at.till.sell({ lines: at.lines() })
    const params = { saleId: sale.id }
    const other = { drawerId: at.till.drawerId, seen: 'other' }
    expect((await at.device.ask(box.undoSale, { params, body: other })).status).toBe(409)
    const [ticket] = sale.tickets
    await at.device.scan({ code: ticket?.code ?? '' })
    expect(codesOf((await undoOf(at, sale)).planned)).toEqual(['foyer.box.refused.undo.checked-in'])
    const second = (await at.till.sell({ lines: at.lines() })).sale
    const count = { params: { drawerId: at.till.drawerId }, body: { counted: '440' } }
    expect((await at.device.ask(box.countDrawer, count)).status).toBe(200)
    expect(codesOf((await undoOf(at, second)).planned)).toEqual(['foyer.box.refused.drawer'])
    const next = await openTill(at.device, 'Noah', '0')
    const now = clock.now()
    clock.move(hours(12) + 1)
    const late = await at.device.ask(box.planUndo, { params: { saleId: second.id }, body: { drawerId: next.drawerId } })
    expect(codesOf(late)).toEqual(['foyer.box.refused.undo.late'])
    clock.set(now)
    const foreign = await anEvent()
    expect((await foreign.device.ask(box.readSale, { params })).status).toBe(404)
    expect((await foreign.device.ask(box.planUndo, { params, body: { drawerId: foreign.till.drawerId } })).status).toBe(
      404,
    )
  })
})

describe('a drawer', () => {
  test('is opened once, counted once, and keeps its difference and its remark', async () => {
    const at = await anEvent()
    const requestId = crypto.randomUUID()
    const open = (body: object) =>
      at.device.ask(box.openDrawer, { body: { requestId, person: 'Noah', float: '50', ...body } })
    const opened = await Promise.all([open({}), open({})])
    expect(new Set(opened.map(({ body }) => (body as box.Drawer).id)).size).toBe(1)
    expect(codesOf(await open({ person: ' ', float: '-1' }))).toEqual([
      'foyer.box.refused.person',
      'foyer.box.refused.amount',
    ])
    await at.till.sell({ lines: at.lines() })
    const params = { drawerId: at.till.drawerId }
    const pieces = [
      { value: '100', count: 3 },
      { value: '0.50', count: 39 },
    ]
    const bad = [{ value: '0.001', count: 1 }]
    expect(codesOf(await at.device.ask(box.countDrawer, { params, body: { pieces: bad } }))).toHaveLength(1)
    expect(codesOf(await at.device.ask(box.countDrawer, { params, body: {} }))).toHaveLength(1)
    const counts = await Promise.all(
      [pieces, [{ value: '100', count: 4 }]].map(each =>
        at.device.ask(box.countDrawer, { params, body: { pieces: each, remark: ' a coin is missing ' } }),
      ),
    )
    const [one, two] = counts.map(({ body }) => body as box.Drawer)
    expect(one).toEqual(two)
    expect(one).toMatchObject({ expected: '320.00', remark: 'a coin is missing' })
    expect(['-0.50', '80.00']).toContain(one?.difference)
    expect((await at.till.sell({ lines: at.lines() })).codes).toEqual([['drawerId', 'foyer.box.refused.drawer']])
    expect((await at.till.read()).drawers.map(({ person }) => person)).toEqual(['Noah'])
  })

  test('is on the sheet of the night with its sums, for who manages orders', async () => {
    const at = await anEvent()
    await at.till.sell({ lines: at.lines('Conference', 2) })
    await at.till.sell({ lines: at.lines('Box'), way: 'TERMINAL', receipt: '=1+1' })
    const mistaken = await at.till.sell({ lines: at.lines() })
    await (await undoOf(at, mistaken.sale)).undo()
    clock.move(minutes(1))
    await at.device.ask(box.countDrawer, { params: { drawerId: at.till.drawerId }, body: { counted: '439.5' } })
    const sheet = await at.desk()
    expect(sheet).toMatchObject({ currency: 'CHF', difference: '-0.50' })
    expect(sheet.byWay).toMatchObject([
      { way: 'CASH', sales: 1, amount: '240.00', undone: 1, returned: '120.00' },
      { way: 'TERMINAL', sales: 1, amount: '200.00', undone: 0 },
    ])
    expect(sheet.byPerson.map(({ person, way }) => [person, way])).toEqual([
      ['Mia', 'CASH'],
      ['Mia', 'TERMINAL'],
    ])
    expect(sheet.byCategory).toMatchObject([
      { name: 'Conference', tickets: 2, amount: '240.00' },
      { name: 'Box', tickets: 1, amount: '200.00' },
    ])
    const params = { eventId: String(at.eventId) }
    const file = await (await askForFile({ url, cookie: owner.cookie(), call: downloadBoxSales, params })).text()
    expect(file.split('\r\n')[0]).toContain('at,door,person,drawer,way')
    expect(file).toContain(`'=1+1`)
    const editor = await aDeskMember(served, organiser.organizationId, 'EDITOR')
    expect((await editor.ask(readDeskBoxOffice, { params })).status).toBe(403)
  })
})
