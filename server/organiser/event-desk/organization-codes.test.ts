import { beforeEach, expect, test } from 'vitest'
import { type OrganizationCodes, changeOrganizationCodes, readOrganizationCodes } from '#contract/desk-codes.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { validateCode } from '#contract/promo-code.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { categoryIds, selection } from '#tests/support/buyer/purchase.ts'
import { type Answer, codes } from '#tests/support/organiser/desk.ts'
import { eventDesk } from '#tests/support/organiser/event-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { shop, url, apiKey } = served
const { alpine, editor, other, organizationId } = await eventDesk(served)
const buyer = aBuyer(url)
const shortName = await alpine.open(anEventFile(clock.now(), { slug: 'alpine-days' }))
const second = await alpine.open(
  anEventFile(clock.now(), {
    slug: 'alpine-nights',
    categories: [aCategoryFile(clock.now(), { accessCode: 'NIGHT-OWLS' })],
  }),
)
const params = { id: String(organizationId) }
const validTo = localTime(clock.now(), { days: 40 })
const valid = { validFrom: localTime(clock.now(), { days: -1 }), validTo }
const TEN = { name: 'EVERYWHERE', discountType: 'PERCENTAGE', discount: 10, ...valid }
const FIVE = { name: 'FIVE-OFF', discountType: 'FIXED_AMOUNT', discount: 500, ...valid, maxUsage: 3 }

const codesIn = ({ body }: Answer) => body as OrganizationCodes
const read = async (): Promise<OrganizationCodes> => codesIn(await editor.ask(readOrganizationCodes, { params }))
const put = async (promoCodes: readonly object[], besides: object = {}, desk = editor): Promise<Answer> => {
  const { seen } = await read()
  return desk.ask(changeOrganizationCodes, { params, body: { seen, promoCodes, ...besides } })
}
const namesOf = ({ promoCodes }: OrganizationCodes) => promoCodes.map(({ name }) => name)
const isGood = async (code: string, event = shortName): Promise<boolean> =>
  (await buyer.ask(validateCode, { params: { shortName: event }, query: { code } })).status === 200
const noted = () =>
  shop.db.kysely
    .selectFrom('change_log')
    .select(['action', 'subject', 'organization_id', 'before', 'after'])
    .where('kind', '=', 'ORGANIZATION')
    .orderBy('id')
    .execute()

beforeEach(async () => {
  await shop.db.kysely.updateTable('reservation').set({ promo_code_id: null }).execute()
  await shop.db.kysely.deleteFrom('promo_code').execute()
  await shop.db.kysely.deleteFrom('change_log').execute()
})

test('the codes of an organisation are good in all of its events, and noted with before and after', async () => {
  expect(await read()).toMatchObject({ promoCodes: [], used: [], timezone: 'Europe/Zurich' })
  const made = await put([TEN, FIVE])
  expect([made.status, made.body]).toMatchObject([
    200,
    {
      promoCodes: [
        { ...TEN, currency: null, maxUsage: -1 },
        { ...FIVE, currency: 'CHF', maxUsage: 3 },
      ],
    },
  ])
  expect(await read()).toEqual(made.body)
  for (const event of [shortName, second]) expect(await isGood('EVERYWHERE', event)).toBe(true)
  expect(await noted()).toMatchObject([
    {
      action: 'ORGANIZATION_CODES_CHANGED',
      subject: 'Alpine Systems',
      organization_id: organizationId,
      before: { promoCodes: [] },
      after: { promoCodes: [{ name: 'EVERYWHERE' }, { name: 'FIVE-OFF', currency: 'CHF' }] },
    },
  ])
  expect(codesIn(await put([FIVE])).promoCodes).toHaveLength(1)
  expect(await isGood('EVERYWHERE')).toBe(false)
})

test('what was read is saved again without a change, in whatever zone', async () => {
  await put([TEN, { ...FIVE, validFrom: localTime(clock.now(), { days: 2 }) }])
  const { seen, promoCodes, timezone } = await read()
  const again = await editor.ask(changeOrganizationCodes, { params, body: { seen, promoCodes, timezone } })
  expect(again).toMatchObject({ status: 200, body: { seen, promoCodes } })
  const elsewhere = await put(
    promoCodes.map(code => ({ ...code, validFrom: undefined, validTo: '2037-01-01T00:00' })),
    { timezone: 'America/New_York' },
  )
  expect(elsewhere).toMatchObject({ status: 200, body: { timezone: 'America/New_York' } })
  expect((await read()).promoCodes[0]?.validTo).toBe('2037-01-01T06:00')
  expect(await noted()).toHaveLength(2)
})

test('two members who change the codes at once: one does, the other one is answered with the codes as they are', async () => {
  const { seen } = await read()
  const change = (promoCodes: readonly object[], desk: typeof editor) =>
    desk.ask(changeOrganizationCodes, { params, body: { seen, promoCodes } })
  const answers = await Promise.all([change([TEN], editor), change([FIVE], other)])
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409])
  const [kept, refused] = answers.toSorted((one, two) => one.status - two.status)
  expect(refused?.body).toEqual(kept?.body)
  expect(await read()).toEqual(kept?.body)
  // A change that is sent twice is made and noted once.
  const { seen: now } = await read()
  const twice = { seen: now, promoCodes: [{ ...TEN, validFrom: localTime(clock.now(), { days: 1 }) }] }
  for (const status of [200, 200])
    expect((await editor.ask(changeOrganizationCodes, { params, body: twice })).status).toBe(status)
  expect(await noted()).toHaveLength(2)
})

test('a code that orders were made with does what it did, and ends when it is taken out', async () => {
  await put([TEN, FIVE])
  const body = { ...selection(await categoryIds(buyer, shortName), { Conference: 1 }), promoCode: 'EVERYWHERE' }
  await buyer.expect(reserveTickets, 200, { params: { shortName }, query: { lang: 'en' }, body })
  expect((await read()).used).toEqual(['EVERYWHERE'])
  expect(codes(await put([{ ...TEN, discount: 20 }, FIVE]))).toEqual([
    ['promoCodes', 'foyer.desk.event.refused.code-in-use'],
  ])
  expect((await put([{ ...TEN, maxUsage: 9 }, FIVE])).status).toBe(200)
  clock.move(minutes(1))
  expect(namesOf(codesIn(await put([])))).toEqual(['EVERYWHERE'])
  expect(await isGood('EVERYWHERE')).toBe(false)
  const { seen } = await read()
  clock.move(minutes(1))
  expect(await put([])).toMatchObject({ status: 200, body: { seen } })
  expect(await noted()).toHaveLength(3)
})

test('an amount keeps its currency, and holds in events that are sold in it', async () => {
  await put([{ ...FIVE, currency: 'EUR' }])
  expect(await isGood('FIVE-OFF')).toBe(false)
  expect(codesIn(await put([{ ...FIVE, discount: 700 }])).promoCodes).toMatchObject([
    { discount: 700, currency: 'EUR' },
  ])
  expect(codesIn(await put([{ ...FIVE, currency: 'CHF' }])).promoCodes).toMatchObject([{ currency: 'CHF' }])
  expect(await isGood('FIVE-OFF')).toBe(true)
})

test('codes are refused by their place, all or none', async () => {
  const refused = (...promoCodes: readonly object[]) => put(promoCodes).then(codes)
  const key = (code: string) => `foyer.desk.event.refused.${code}`
  expect(await refused(TEN, { name: 'short' })).toEqual([
    ['promoCodes[1].name', key('code-malformed')],
    ['promoCodes[1].discountType', key('discount-type-unknown')],
    ['promoCodes[1].validTo', key('code-end-missing')],
  ])
  expect(await refused(TEN, { ...TEN, name: ' everywhere ' })).toEqual([['promoCodes[1].name', key('code-repeated')]])
  expect(await refused({ ...FIVE, currency: 'XXQ' })).toEqual([['promoCodes[0].currency', key('currency-unknown')]])
  expect(await refused({ ...TEN, validFrom: validTo })).toEqual([['promoCodes[0]', key('code-validity-order')]])
  expect(codes(await put([TEN], { timezone: 'Mars/Base' }))).toEqual([['timezone', key('time-zone-unknown')]])
  // A link with a code leads to one thing, in every event.
  expect(await refused({ ...TEN, name: 'NIGHT-OWLS' })).toEqual([['promoCodes', key('code-of-category')]])
  expect((await read()).promoCodes).toEqual([])
  expect(await noted()).toEqual([])
})

test('a code that opens a category is not in the list, and stays', async () => {
  await put([TEN])
  const category = await shop.db.kysely.selectFrom('ticket_category').select('id').limit(1).executeTakeFirstOrThrow()
  await shop.db.kysely
    .updateTable('promo_code')
    .set({ code_type: 'ACCESS', discount_type: 'NONE', percentage: null, hidden_category_id: category.id })
    .execute()
  expect((await put([FIVE])).status).toBe(200)
  expect(namesOf(await read())).toEqual(['FIVE-OFF'])
  expect(await shop.db.kysely.selectFrom('promo_code').select('code').orderBy('id').execute()).toEqual([
    { code: 'EVERYWHERE' },
    { code: 'FIVE-OFF' },
  ])
})

test('members of another organisation neither read nor change them', async () => {
  const choir = await anOrganiser(url, apiKey, 'Choir')
  const ofChoir = { params: { id: String(choir.organizationId) } }
  expect((await editor.ask(readOrganizationCodes, ofChoir)).status).toBe(403)
  const body = { seen: '', promoCodes: [TEN] }
  expect((await editor.ask(changeOrganizationCodes, { ...ofChoir, body })).status).toBe(403)
  expect(await shop.db.kysely.selectFrom('promo_code').select('id').execute()).toEqual([])
})
