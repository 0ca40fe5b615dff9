import { beforeEach, expect, test } from 'vitest'
import { type DeskText, listTexts, putText } from '#contract/desk-organizations.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const served = await testShop()
const { shop, url, apiKey } = served
const { organizationId } = await anOrganiser(url, apiKey)
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const editor = await enterDesk(served, {
  email: 'editor@example.org',
  given: { role: 'EDITOR', scope: { kind: 'organization', organizationId } },
})
const KEY = 'reservation-page.on-site'

beforeEach(() => shop.db.kysely.deleteFrom('text_override').execute())

const list = async (query: Record<string, string> = {}, desk = owner) =>
  (await desk.ask(listTexts, { query: { language: 'de', ...query } })).body as { texts: DeskText[]; areMore: boolean }
const put = (text: string | null, more: object = {}, desk = owner) =>
  desk.ask(putText, { body: { language: 'de', key: KEY, text, ...more } })

test('a text is found by its words, replaced, listed, and put back', async () => {
  const { shipped = '' } = (await list({ search: KEY })).texts.find(({ key }) => key === KEY) ?? {}
  expect(shipped).not.toBe('')
  expect((await list({ search: shipped.toUpperCase() })).texts.map(({ key }) => key)).toContain(KEY)
  expect(await list()).toEqual({ texts: [], areMore: false })
  expect((await put('An der Kasse')).status).toBe(204)
  expect((await list()).texts).toEqual([{ key: KEY, shipped, own: 'An der Kasse' }])
  expect((await list({ language: 'fr' })).texts).toEqual([])
  expect((await put(null)).status).toBe(204)
  expect((await list()).texts).toEqual([])
  const audit = await shop.db.kysely.selectFrom('change_log').select(['action', 'before', 'after']).execute()
  expect(audit.slice(-2)).toEqual([
    {
      action: 'TEXT_CHANGED',
      before: { language: 'de', text: null },
      after: { language: 'de', text: 'An der Kasse' },
    },
    {
      action: 'TEXT_CHANGED',
      before: { language: 'de', text: 'An der Kasse' },
      after: { language: 'de', text: null },
    },
  ])
})

test('of an organisation are its editor’s, and those of the shop are not', async () => {
  expect((await put('Vor Ort', { organizationId }, editor)).status).toBe(204)
  expect((await list({ organizationId: String(organizationId) }, editor)).texts).toMatchObject([{ own: 'Vor Ort' }])
  expect((await list()).texts).toEqual([])
  expect((await put('Vor Ort', {}, editor)).status).toBe(403)
})

test('a text or a language that the shop has not is refused, and a search is bounded', async () => {
  expect(codes(await put('x', { key: 'no-such.text' }))).toEqual([['key', 'foyer.desk.text.no-key']])
  expect(codes(await put('x', { language: 'xx' }))).toEqual([['language', 'foyer.desk.text.no-language']])
  const all = await list({ search: 'e' })
  expect([all.texts.length, all.areMore]).toEqual([100, true])
  expect(all.texts.filter(({ key }) => key.startsWith('foyer.desk.'))).toEqual([])
})
