import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROOFS, type Proof, type Shown } from './proofs.ts'

// The tests that are named run beside their code; here each rule of lifecycle E and F has some, and each is there.

const ROOT = join(import.meta.dirname, '../../..')

// The decoding edge: our own extract of the rules.
const RULES = JSON.parse(readFileSync(join(ROOT, 'tests/wire/reference/lifecycle-rules.json'), 'utf8')) as Readonly<
  Record<'E' | 'F', readonly string[]>
>

const SECTIONS = ['E', 'F'] as const
const shown = SECTIONS.flatMap(section => Object.entries(PROOFS[section]))

test.each(SECTIONS)('each rule of lifecycle %s is shown, and nothing else is', section => {
  const rules = RULES[section]
  expect(rules.length).toBeGreaterThan(40)
  expect(new Set(rules).size).toBe(rules.length)
  expect(Object.keys(PROOFS[section]).toSorted()).toEqual(rules.toSorted())
})

test('each rule is provoked by a test over HTTP, or is otherwise here for a reason', () => {
  const proofs = shown.flatMap(([, how]) => proofsOf(how))
  expect(proofs.length).toBeGreaterThan(120)
  expect(shown.filter(([, how]) => proofsOf(how).length === 0 && !('servedLater' in how))).toEqual([])
  for (const proof of proofs) if ('file' in proof) expectTest(proof)
})

test('only these rules wait, and only these are otherwise', () => {
  const later = shown.flatMap(([rule, how]) => ('servedLater' in how ? `${rule} (${how.servedLater})` : []))
  expect(later).toEqual(['release: extension TICKET_CANCELLED (Extensions)'])
  const otherwise = shown.flatMap(([, how]) => ('difference' in how ? how.difference : []))
  expect(otherwise).toHaveLength(3)
  expect(otherwise.filter(why => !/^[A-Z].{30,}\.$/.test(why))).toEqual([])
})

function proofsOf(how: Shown): readonly Proof[] {
  if ('servedLater' in how) return []
  return 'difference' in how ? [how.shownBy] : how
}

/** The test is in its file, is run, and its file talks HTTP. */
function expectTest({ file, title }: Extract<Proof, { file: string }>): void {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``]
  const place = quoted.map(quote => text.indexOf(quote)).find(index => index >= 0)
  expect(place, `${file} has no test "${title}"`).toBeDefined()
  expect(text, `${file} leaves tests out`).not.toMatch(/\b(test|describe|it)\.(skip|todo|only|fails)\b/)
  expect(text, `${file} does not talk HTTP`).toMatch(/support\/[a-z]+\/(buyer|door|rush)\.ts/)
}
