import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Every text that the code names is there in English, and every text of our own is named by the code. */

const root = join(import.meta.dirname, '../..')
const english: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, 'translations/en.json'), 'utf8'))
const families = new Set(Object.keys(english).map(key => key.split('.')[0]))

const files = globSync('{client,server,domain,contract}/**/*.{ts,tsx}', { cwd: root }).filter(
  file => !/\.test\.tsx?$|\/examples\.tsx$/.test(file),
)
const sources = files.map(file => readFileSync(join(root, file), 'utf8'))

/** `'family.some-key'`: what has the shape of a key and the first word of one. */
const NAMED = /['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/gi
const NO_KEYS = /\.(?:ts|tsx|js|css|json|png|svg|ics|sql|sh|example)$|^error\.(?:name|message|code)$/

const named = new Set(
  sources
    .flatMap(source => Array.from(source.matchAll(NAMED), ([, key = '']) => key))
    .filter(key => families.has(key.split('.')[0]) && !NO_KEYS.test(key)),
)

/** What looks like a text and is something else: columns of tables, what browsers remember for us, and facts of spans. */
const OTHERWISE =
  /^(?:event|ticket|reservation)\.[a-z_]+$|^alfio\.hideAnnouncementBanner$|^foyer\.(?:reloaded-for|farewell|request\.id|job|job\.done|payment\.(?:provider|operation|outcome))$|^error\.type$/

test('every text the code names exists', () => {
  const missing = [...named].filter(key => !(key in english) && !OTHERWISE.test(key))
  expect(missing).toEqual([])
})

test('every text of our own is named somewhere, whole or by its beginning', () => {
  const everything = sources.join('\n')
  const keys = new Set(everything.match(/[a-z][\w-]*(?:\.[\w-]+)+/gi))
  // `foyer.order.${state}.title`, `${key}.text`
  const beginnings = new Set(
    Array.from(everything.matchAll(/([\w-]+\.(?:[\w-]+\.)*)\$\{/g), ([, beginning]) => beginning),
  )
  const isNamed = (key: string): boolean =>
    keys.has(key) ||
    (key.endsWith('.text') && isNamed(key.slice(0, -'.text'.length))) ||
    Array.from(key.matchAll(/\./g), ({ index }) => key.slice(0, index + 1)).some(
      beginning => beginning !== 'foyer.' && beginnings.has(beginning),
    )
  expect(Object.keys(english).filter(key => key.startsWith('foyer.') && !isNamed(key))).toEqual([])
})

/** The one module of dates; patterns of the wire; the visitor's zone; dates for machines; weekdays without a date; and names of months as people type them. */
const MAKES_DATES = [
  'client/frame/questions/question-texts.ts',
  'client/language/use-dates.ts',
  'client/shop/catalog/calendar/month-table.tsx',
  'client/shop/catalog/calendar/month.ts',
  'client/shop/ticket/keep/kept-notice.tsx',
  // Compares days, and says none.
  'domain/door/door-scan/offline.ts',
  'domain/foundation/language/dates.ts',
  'domain/foundation/language/typed-date.ts',
  'server/foundation/language/dates.ts',
]

test('dates are put into words by one module', () => {
  const makers = files.filter((_, index) => /Intl\.DateTimeFormat|toLocale(Date|Time)String/.test(sources[index] ?? ''))
  expect(makers.toSorted()).toEqual(MAKES_DATES)
})

test('these checks have seen the whole house', () => {
  expect(files.length).toBeGreaterThan(250)
  expect(named.size).toBeGreaterThan(150)
})
