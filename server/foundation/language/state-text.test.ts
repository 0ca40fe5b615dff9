import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { ownTexts, stateText } from './overrides.ts'
import { aShop } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const system = { organizationId: null, contextId: null }
const by = (language: string, text: string, key = 'show-event.by') => stateText(shop, system, { language, key, text })

test('the words of the whole shop are stated, stated anew, and cleared', async () => {
  expect(await by('de', ' von {0} ')).toMatchObject({ ok: true })
  expect(await ownTexts(shop, system)).toEqual([{ language: 'de', key: 'show-event.by', text: 'von {0}' }])
  await by('de', 'bei {0}')
  expect(await ownTexts(shop, system)).toMatchObject([{ text: 'bei {0}' }])
  await by('de', ' ')
  expect(await ownTexts(shop, system)).toEqual([])
})

test('a language or a key the shop does not have is refused by name', async () => {
  expect(await by('xx', 'x')).toMatchObject({
    ok: false,
    problems: [{ code: 'language-unknown', args: ['xx', expect.anything()] }],
  })
  expect(await by('en', 'x', 'no.such.key')).toMatchObject({
    ok: false,
    problems: [{ code: 'text-key-unknown', args: ['no.such.key'] }],
  })
  expect(await ownTexts(shop, system)).toEqual([])
})
