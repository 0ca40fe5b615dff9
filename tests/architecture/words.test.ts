import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-imports.ts'
import { type PoorWord, countPoorWords } from './words.ts'

/** Names, comments, titles of tests and documents use the plain words of the field (CONTRIBUTING, "Plain words"). */

const paths = globSync(['*.md', '{domain,contract,server,client,tests,tools,docs}/**/*.{ts,tsx,mjs,css,sql,md}'], {
  cwd: root,
}).filter(path => !/^CONTRIBUTING|^docs\/house\.md$|^tests\/architecture\/words/.test(path))

/** Tables that benches write begin their rows with names of jobs, which are values of the database. */
function wordsOf(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return path.startsWith('docs/generated/') ? text.replaceAll(/^\| `[^`\n]+` \|/gm, '') : text
}

/** How often each word is left. A number may only fall: a commit that removes some of them lowers it. */
const LEFT: Record<PoorWord, number> = {
  told: 51,
  tells: 23,
  heard: 22,
  looked: 23,
  'asked of': 2,
  wish: 11,
  doubt: 0,
  goodwill: 0,
  whoever: 24,
  somebody: 43,
  nobody: 140,
  forget: 15,
  'give back': 68,
  'bring along': 1,
  stand: 45,
  'speak of': 0,
  shelf: 4,
  peace: 0,
  alive: 19,
  'an identifier with Told, Known, Asked, Wanted, Begun, Given, Looked or Doubt': 14,
}

test('poor words become fewer', () => {
  expect(paths.length).toBeGreaterThan(2000)
  expect(countPoorWords(paths.map(wordsOf))).toEqual(LEFT)
})

test('a poor word is counted in a comment, a title and an identifier, and a longer word is not', () => {
  const planted = [
    '/** Whoever is told gives the ticket back, and nobody stands there. */',
    "test('somebody forgets their wishes')",
    'const toldOnce = isKnownToday(given, standard, wanted)',
  ]
  const counted = Object.entries(countPoorWords(planted)).filter(([, times]) => times > 0)
  expect(Object.fromEntries(counted)).toEqual({
    told: 1,
    wish: 1,
    whoever: 1,
    somebody: 1,
    nobody: 1,
    forget: 1,
    'give back': 1,
    stand: 1,
    'an identifier with Told, Known, Asked, Wanted, Begun, Given, Looked or Doubt': 2,
  })
})
