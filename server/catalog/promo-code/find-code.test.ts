import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { after, days } from '#domain/foundation/instant.ts'
import { usesLeft } from '#domain/catalog/promo-code/redeemable-code.ts'
import { statusesWith } from '#domain/order/reservation/states.ts'
import { aCategoryFile, aFreeEventFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { hideCategory, storeCode } from '#tests/builders/stored-codes.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, hold } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { findCode, findCodeOfReservation } from './find-code.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { db, catalog } = shop
const organiser = await anOrganiser(url, apiKey)
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)
const shortName = await organiser.open(
  anEventFile(SOME_DAY, {
    seats: 100,
    categories: [
      aCategoryFile(SOME_DAY),
      aCategoryFile(SOME_DAY, { name: 'Student', maxTickets: 20 }),
      aCategoryFile(SOME_DAY, { name: 'Members', maxTickets: 10 }),
      aCategoryFile(SOME_DAY, { name: 'Past', maxTickets: 10, endSellingDate: localTime(SOME_DAY, { days: -1 }) }),
    ],
  }),
)
const elsewhere = await organiser.open(anEventFile(SOME_DAY, { slug: 'elsewhere' }))
const foreign = await stranger.open(anEventFile(SOME_DAY, { slug: 'foreign' }))
const gratis = await organiser.open(aFreeEventFile(SOME_DAY))

async function offerOfReservation(name: string) {
  const offer = await catalog.offeredEvent(name)
  if (!offer) throw new Error(`no event ${name}`)
  return offer
}
const ids = new Map((await offerOfReservation(shortName)).categories.map(({ name, id }) => [name, id]))
const idOf = (name: string) => ids.get(name) ?? 0
const eventId = (await offerOfReservation(shortName)).context.id
const { organizationId } = organiser

await hideCategory(db, idOf('Members'), [
  { code: 'FREE22' },
  { code: 'NAMED2', recipient: 'Ada' },
  { code: 'HELD22', status: 'PENDING' },
  { code: 'USED22', status: 'TAKEN' },
  { code: 'GONE22', status: 'CANCELLED' },
])
await hideCategory(db, idOf('Past'), [{ code: 'PAST22' }])
catalog.offerChanged({ id: eventId, shortName })

const find = async (text: string, { at = SOME_DAY, name = shortName } = {}) =>
  findCode(db, await offerOfReservation(name), text, at)
const isFound = async (text: string, options = {}) => (await find(text, options)) !== undefined

test('a code is compared whole, without the blanks around it', async () => {
  await storeCode(db, organizationId, 'EXACTLY')
  const tried = ['EXACTLY', ' EXACTLY\n', 'exactly', 'EXACTL', 'EXACTLY1', 'EX%', '', '  ']
  expect(await Promise.all(tried.map(text => isFound(text)))).toEqual([
    true,
    true,
    true,
    ...Array<boolean>(5).fill(false),
  ])
})

test('blanks and dashes that are typed too much or left out do not matter', async () => {
  await storeCode(db, organizationId, 'EARLY-BIRD')
  const found = ['EARLY-BIRD', 'EARLY BIRD', 'EARLYBIRD', 'EARLY \u2013 BIRD', 'EAR-LY BIRD', 'NAMED-2', 'NAM ED2'].map(
    async text => {
      const code = await find(text)
      return code?.kind === 'token' ? code.code : code?.promo.code
    },
  )
  expect(await Promise.all(found)).toEqual([...Array<string>(5).fill('EARLY-BIRD'), 'NAMED2', 'NAMED2'])
  await storeCode(db, organizationId, 'EARLYBIRD')
  const exact = await find('EARLYBIRD')
  expect(exact?.kind === 'promo-code' && exact.promo.code).toBe('EARLYBIRD')
})

test('small letters, and signs that look alike, do not matter; a code that is spelled exactly so comes first', async () => {
  await storeCode(db, organizationId, 'OPEN-10')
  const codeOf = async (text: string) => {
    const code = await find(text)
    return code?.kind === 'token' ? code.code : code?.promo.code
  }
  for (const typed of ['open-10', '0pen 1o', 'OPENI0', 'open\u20131O'])
    expect(await codeOf(typed), typed).toBe('OPEN-10')
  expect(await codeOf('named2')).toBe('NAMED2')
  expect(await codeOf('nam ed2')).toBe('NAMED2')
  await storeCode(db, organizationId, 'OPEN-1O')
  expect(await codeOf('OPEN-1O')).toBe('OPEN-1O')
  expect(await codeOf('OPEN1O')).toBe('OPEN-1O')
  expect(await codeOf('OPEN-10')).toBe('OPEN-10')
})

test('a code is good between its bounds, neither of which belongs to it', async () => {
  const [from, to] = [SOME_DAY, after(SOME_DAY, days(1))]
  await storeCode(db, organizationId, 'BOUNDED', { from, to })
  const moments = [after(from, -1), from, after(from, 1), after(to, -1), to, after(to, 1)]
  expect(await Promise.all(moments.map(at => isFound('BOUNDED', { at })))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
})

test("a code of the event wins over one of its organisation, even where only the latter's time has come", async () => {
  await storeCode(db, organizationId, 'CLASHING', { amount: 10 })
  await storeCode(db, organizationId, 'CLASHING', { eventId, amount: 20 })
  await storeCode(db, organizationId, 'OUTLIVED')
  await storeCode(db, organizationId, 'OUTLIVED', { eventId, to: SOME_DAY })
  expect(await find('CLASHING')).toMatchObject({ promo: { discount: { percentage: 200_000n } } })
  expect(await find('CLASHING', { name: elsewhere })).toMatchObject({ promo: { discount: { percentage: 100_000n } } })
  expect([await isFound('OUTLIVED'), await isFound('OUTLIVED', { name: elsewhere })]).toEqual([false, true])
})

test('only its event or its organisation knows a code', async () => {
  await storeCode(db, organizationId, 'OFEVENT', { eventId })
  await storeCode(db, organizationId, 'OFORGANISER')
  const isFoundBy = (text: string) => Promise.all([shortName, elsewhere, foreign].map(name => isFound(text, { name })))
  expect(await isFoundBy('OFEVENT')).toEqual([true, false, false])
  expect(await isFoundBy('OFORGANISER')).toEqual([true, true, false])
})

test('an amount in another currency is unknown, and any amount where nothing costs anything', async () => {
  await storeCode(db, organizationId, 'FRANCS5', { type: 'FIXED_AMOUNT', amount: 500 })
  await storeCode(db, organizationId, 'EUROS5', { type: 'FIXED_AMOUNT', amount: 500, currency: 'EUR' })
  await storeCode(db, organizationId, 'EUROS50', { type: 'FIXED_AMOUNT_RESERVATION', amount: 5000, currency: 'EUR' })
  await storeCode(db, organizationId, 'PERCENT')
  const isFoundBy = (name: string) =>
    Promise.all(['FRANCS5', 'EUROS5', 'EUROS50', 'PERCENT'].map(text => isFound(text, { name })))
  expect(await isFoundBy(shortName)).toEqual([true, false, false, true])
  expect(await isFoundBy(gratis)).toEqual([false, false, false, true])
})

test.each([
  ['is free', 'FREE22', true],
  ['is free and was sent to a recipient, for any visitor who types it', 'NAMED2', true],
  ['is held', 'HELD22', false],
  ['was used', 'USED22', false],
  ['was cancelled', 'GONE22', false],
  ['is for a category that is no longer sold', 'PAST22', false],
])('a token that %s: %s is found: %s', async (_, text, expected) => {
  expect(await isFound(text)).toBe(expected)
})

test('a token is valid for its own event only, and comes before a code of the same text', async () => {
  await storeCode(db, organizationId, 'FREE22')
  expect(await find('FREE22')).toMatchObject({ kind: 'token', categoryId: idOf('Members') })
  expect(await find('FREE22', { name: elsewhere })).toMatchObject({ kind: 'promo-code' })
})

test('an access code opens a category of its event; where that is not, it is unknown', async () => {
  await storeCode(db, organizationId, 'MEMBERS', { opens: idOf('Members') })
  expect(await find('MEMBERS')).toMatchObject({ promo: { codeType: 'ACCESS', hiddenCategory: idOf('Members') } })
  expect(await isFound('MEMBERS', { name: elsewhere })).toBe(false)
})

/** Books tickets, as if with this code. */
async function use(code: number, counts: Readonly<Record<string, number>>, { isPaid = true } = {}): Promise<string> {
  const id = await (isPaid ? buy : hold)(buyer, shortName, counts)
  await db.kysely.updateTable('reservation').set({ promo_code_id: code }).where('id', '=', id).execute()
  return id
}

test('a code is used up by the tickets of confirmed orders', async () => {
  const code = await storeCode(db, organizationId, 'THREEOF', { maximumUsage: 3 })
  await use(code, { Conference: 1, Student: 1 })
  await use(code, { Conference: 5 }, { isPaid: false })
  const left = await find('THREEOF')
  expect([left?.kind, left && usesLeft(left)]).toEqual(['promo-code', 1])
  await use(code, { Conference: 1 })
  expect(await isFound('THREEOF')).toBe(false)
})

test.each(statusesWith('countsAsUse'))('an order that is %s has used its code', async status => {
  const code = await storeCode(db, organizationId, `USED-${status}`, { maximumUsage: 1 })
  const id = await use(code, { Conference: 1 }, { isPaid: false })
  expect(await isFound(`USED-${status}`)).toBe(true)
  await db.kysely.updateTable('reservation').set({ status }).where('id', '=', id).execute()
  expect(await isFound(`USED-${status}`)).toBe(false)
})

test('a code for one category is used by tickets of that category; an amount off the order by all of them', async () => {
  const [categories, maximumUsage] = [[idOf('Student')], 1]
  const narrow = await storeCode(db, organizationId, 'STUDENTS', { categories, maximumUsage })
  await use(narrow, { Conference: 2 })
  expect(await isFound('STUDENTS')).toBe(true)
  await use(narrow, { Student: 1 })
  expect(await isFound('STUDENTS')).toBe(false)
  const type = 'FIXED_AMOUNT_RESERVATION'
  const wide = await storeCode(db, organizationId, 'OFFORDER', { type, amount: 500, categories, maximumUsage })
  await use(wide, { Conference: 1 })
  expect(await isFound('OFFORDER')).toBe(false)
})

test('the code of an order keeps its effect when it has ended and is used up', async () => {
  const code = await storeCode(db, organizationId, 'OLDCODE', { to: SOME_DAY, maximumUsage: 1, type: 'FIXED_AMOUNT' })
  expect(await isFound('OLDCODE')).toBe(false)
  expect(await findCodeOfReservation(db, code)).toEqual({
    kind: 'promo-code',
    id: code,
    promo: {
      codeType: 'DISCOUNT',
      code: 'OLDCODE',
      discount: { kind: 'FIXED_AMOUNT', amount: 10n, currency: 'CHF' },
      categories: [],
    },
    maximumUsage: 1,
  })
})

/** How PostgreSQL runs a statement whatever its parameters are; older versions explain only one that is prepared. */
async function genericPlan(statement: string): Promise<string> {
  const parameters = new Set(statement.match(/\$\d+/g)).size
  const client = await db.pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare explained as ${statement}`)
    const values = Array.from({ length: parameters }, () => 'null').join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute explained (${values})`)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  } finally {
    client.release(true)
  }
}

test('a code that is not spelled exactly so is found by an index, however many codes the organisation has', async () => {
  await storeCode(db, organizationId, 'MANY-CODES')
  await sql`
    insert into promo_code (organization_id, code, code_type, discount_type, percentage, valid_from, valid_to, created_at)
    select ${organizationId}, 'BULK' || number, 'DISCOUNT', 'PERCENTAGE', 10, now(), now(), now()
    from generate_series(1, 20000) as number`.execute(db.kysely)
  await sql`analyze promo_code`.execute(db.kysely)
  const statements = await statementsOf(async () => expect(await isFound('many codes')).toBe(true))
  const statement = statements.find(text => text.includes('regexp_replace')) ?? ''
  const plan = await genericPlan(statement)
  expect(plan).toContain('promo_code_as_read')
  expect(plan).not.toContain('Seq Scan on promo_code')
})
