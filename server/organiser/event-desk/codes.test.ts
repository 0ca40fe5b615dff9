import { expect, test } from 'vitest'
import { addEventCodes, downloadEventCodes } from '#contract/desk-codes.ts'
import { aHiddenCategoryFile, aCategoryFile } from '#tests/builders/event-file.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { at, eventDesk } from '#tests/support/organiser/event-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { editor, read, opened } = await eventDesk(served)
const LIKE = { discountType: 'PERCENTAGE', discount: 10, maxUsage: 1 }

const anEvent = (slug: string) =>
  opened({ slug, categories: [aCategoryFile(clock.now()), aHiddenCategoryFile(clock.now())] })
const add = async (id: number, body: object) => {
  const { version } = await read(id)
  return editor.ask(addEventCodes, { ...at(id), body: { base: version, like: LIKE, ...body } })
}
const namesOf = async (id: number) => (await read(id)).file.tickets?.promoCodes?.map(({ name }) => name) ?? []

test('2,000 codes are drawn at once, each another one, and a second press over the same version adds none', async () => {
  const id = await anEvent('many-codes')
  const { version } = await read(id)
  const body = { base: version, like: LIKE, drawn: { count: 2_000, prefix: 'spring-', length: 6 } }
  const made = await editor.ask(addEventCodes, { ...at(id), body })
  expect(made.status).toBe(200)
  const { added } = made.body as { added: string[] }
  expect(new Set(added).size).toBe(2_000)
  expect(added[0]).toMatch(/^SPRING-[A-Z0-9]{6}$/)
  expect(await editor.ask(addEventCodes, { ...at(id), body })).toMatchObject({
    status: 409,
    body: { conflicts: [{ member: 'tickets.promoCodes' }] },
  })
  expect(await namesOf(id)).toEqual(added)
  const [first] = (await read(id)).file.tickets?.promoCodes ?? []
  expect(first).toMatchObject({ discountType: 'PERCENTAGE', discount: 10, maxUsage: 1 })
  expect(codes(await add(id, { drawn: { count: 3_001, length: 6 } }))).toEqual([
    ['names', 'foyer.desk.codes.refused.too-many'],
  ])
})

test('a list is added all or none: refused by the place of a code, in the event and in the list', async () => {
  const id = await anEvent('listed-codes')
  expect((await add(id, { names: [' alumni-01', 'ALUMNI-02'] })).status).toBe(200)
  expect(await namesOf(id)).toEqual(['ALUMNI-01', 'ALUMNI-02'])
  const again = await add(id, { names: ['ALUMNI-03', 'alumni-02', 'ALUMNI-03', 'short'] })
  expect(codes(again)).toEqual(
    expect.arrayContaining([
      ['names[1]', 'foyer.desk.event.refused.code-repeated'],
      ['names[2]', 'foyer.desk.event.refused.code-repeated'],
      ['names[3]', 'foyer.desk.event.refused.code-malformed'],
    ]),
  )
  expect(await namesOf(id)).toEqual(['ALUMNI-01', 'ALUMNI-02'])
  const wrong = await add(id, { names: ['ALUMNI-04', 'ALUMNI-05'], like: { ...LIKE, discount: 101 } })
  expect(codes(wrong)).toEqual([['like.discount', 'foyer.desk.event.refused.discount-unreadable']])
  expect(codes(await add(id, {}))).toEqual([['names', 'foyer.desk.codes.refused.none']])
})

test('the codes are a CSV file with how often each was used, and none of them is a formula', async () => {
  const id = await anEvent('code-file')
  expect((await add(id, { names: ['=ALUMNI-01', 'ALUMNI-02'] })).status).toBe(200)
  const path = downloadEventCodes.path.replace(':eventId', String(id))
  const answer = await fetch(served.url + path, { headers: { cookie: `foyer_desk=${editor.cookie()}` } })
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const [, first, second] = (await answer.text()).split('\r\n')
  expect(first).toMatch(/^"?'=ALUMNI-01"?,/)
  expect(second).toMatch(/^ALUMNI-02,DISCOUNT,PERCENTAGE,10,.*,1,0,0$/)
})
