import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { MAILS_PATH } from './mail-preview.ts'
import { MAIL_PREVIEWS, slugOf } from './mail-previews.ts'

const texts = loadTexts()
const { url } = await testShop()

test('every mail that can be composed has a preview', async () => {
  const folder = join(import.meta.dirname, '../..')
  const files = globSync('*/*/{letters,letters/*}.ts', { cwd: folder }).filter(file => !file.endsWith('.test.ts'))
  const composers = new Map<unknown, string>()
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(folder, file))
    for (const [name, exported] of Object.entries(module)) {
      if (/^compose[A-Z]/.test(name)) composers.set(exported, `${name} of ${file}`)
    }
  }
  expect(composers.size).toBeGreaterThan(14)
  const shown = new Set<unknown>(MAIL_PREVIEWS.map(({ composer }) => composer))
  expect([...composers].filter(([composer]) => !shown.has(composer)).map(([, name]) => name)).toEqual([])
  expect([...shown].filter(composer => !composers.has(composer))).toEqual([])
})

test('each has an address of its own', () => {
  expect(new Set(MAIL_PREVIEWS.map(slugOf)).size).toBe(MAIL_PREVIEWS.length)
})

describe.each(shippedLanguages)('in %s', language => {
  test.each(MAIL_PREVIEWS.map(preview => [preview.name, preview] as const))(
    '"%s" has every text, and states the same in both parts',
    (_, preview) => {
      const { subject, text, html } = preview.compose(language, texts)
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(
          /foyer\.[a-z]|(mail|ticket|email|reminder|reservation)[.-][a-z]+\.[a-z]|\{\d\}|undefined/,
        )
      }
      expect(html).toContain(`<html lang="${language}" dir="ltr">`)
      expect(html.replaceAll('<img src="cid:', '')).not.toMatch(/<img|<link|<script|src=|url\(|@import/)
      const words = new Set(drawn(html).split(/\s+/))
      const missing = text
        .split(/\s+/)
        .map(escapeHtml)
        .filter(word => !words.has(word) && !words.has(word.replace(/:$/, '')))
      expect(missing).toEqual(['--'])
    },
  )
})

test.each([
  ['en', 'incl. 8.1% VAT'],
  ['de', 'inkl. 8.1 % MwSt.'],
  ['fr', 'dont 8.1 % de TVA'],
  ['it', 'IVA 8.1% inclusa'],
])('the tax of an order is named in the words of its mail (%s)', (language, words) => {
  const previews = MAIL_PREVIEWS.filter(({ name }) => ['Order confirmed', 'New order'].includes(name))
  expect(previews).toHaveLength(2)
  for (const { compose } of previews) {
    expect(compose(language, texts).text.replaceAll(/\s/g, ' ')).toContain(`${words}: CHF 23.98`)
  }
})

/** What is left to read once the tags are gone; a link has its address. */
function drawn(html: string): string {
  return html
    .replaceAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<(?!\/)(p|td|th|h\d|br|a|li)\b[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
}

test('no language is missing: each says it differently', () => {
  for (const preview of MAIL_PREVIEWS) {
    const subjects = shippedLanguages.map(language => preview.compose(language, texts).text)
    expect(new Set(subjects).size).toBe(shippedLanguages.length)
  }
})

describe('the pages', () => {
  test('list every mail in every language', async () => {
    const list = await (await fetch(url + MAILS_PATH)).text()
    for (const preview of MAIL_PREVIEWS) {
      for (const language of shippedLanguages)
        expect(list).toContain(`href="${MAILS_PATH}/${slugOf(preview)}/${language}"`)
    }
  })

  test('show a mail as text, and as drawn in a frame that can do nothing', async () => {
    const answer = await fetch(`${url}${MAILS_PATH}/bank-transfer-awaited/de`)
    const shown = await answer.text()
    expect(shown).toContain('<iframe title="The mail as drawn" sandbox="allow-popups"')
    expect(shown).toContain('CH93 0076 2011 6238 5295 7')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await fetch(`${url}${MAILS_PATH}/bank-transfer-awaited/de/html`)
    expect(await html.text()).toContain('<html lang="de"')
    expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
  })

  test.each(['/unknown/en', '/ticket/xx', '/ticket/xx/html', '/unknown/en/html'])('know no %s', async path => {
    expect((await fetch(url + MAILS_PATH + path)).status).toBe(404)
  })
})
