import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ORGANISER_PICTURES } from '../accessibility/organiser-pictures.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'docs/organiser')
const pages = readdirSync(FOLDER)
  .filter(name => name.endsWith('.md'))
  .map(name => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

const texts = Object.values<string>(JSON.parse(readFileSync(join(ROOT, 'translations/en.json'), 'utf8')))

/** In bold because they are what a paragraph is about, or a text together with its number. */
const STRESSED = new Set([
  'A mail was refused',
  'A payment needs a decision',
  'A transfer is overdue',
  'About the ticket, or other news.',
  'By a link',
  'Cards and others',
  'Cheaper',
  'Confirm orders',
  'Dearer, by a link',
  'Dearer, paid to you',
  'Dearer, waived',
  "Events can't be paid for",
  'Fees',
  'Finance',
  'Paid to you',
  'People who are there already',
  'Preview and test.',
  'Rows without a free seat',
  'The mail server does not answer',
  'The map',
  'The picture',
  "a way to pay can't be offered",
  'groups',
  'seats of its own',
  'your organisation',
])

/** A text as a pattern: what the desk fills in may be anything. Of a text that has little else nothing is known. */
const patterns = texts.flatMap(text => {
  const parts = withoutEnd(text).split(/\{\d\}/)
  if (parts.join('').length < 3) return []
  return new RegExp(`^${parts.map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`)
})

/** Without what a label ends with, and with the apostrophe of the documentation. */
function withoutEnd(text: string): string {
  return text.replace(/[….:\s]+$/, '').replaceAll('’', "'")
}

const isOfDesk = (words: string): boolean => patterns.some(pattern => pattern.test(withoutEnd(words)))

test('what is in bold on the pages for organisers is written as at the desk', () => {
  const bold = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words = '']) =>
      words.split('→').map(part => ({ name, words: part.replaceAll(/\s+/g, ' ').trim() })),
    ),
  )
  expect(bold.length).toBeGreaterThan(150)
  expect(bold.filter(({ words }) => !STRESSED.has(words) && !isOfDesk(words))).toEqual([])
  // Nothing that is written nowhere is excepted.
  expect([...STRESSED].filter(stressed => !bold.some(({ words }) => words === stressed))).toEqual([])
})

test('each picture of the pages for organisers is taken by a test, is there, and is shown', () => {
  const taken = ORGANISER_PICTURES.map(({ file }) => `${file}.jpg`).toSorted()
  const shown = pages.flatMap(({ text }) =>
    [...text.matchAll(/\]\(pictures\/([\w.-]+)\)/g)].map(([, file = '']) => file),
  )
  expect(readdirSync(join(FOLDER, 'pictures')).toSorted()).toEqual(taken)
  expect([...new Set(shown)].toSorted()).toEqual(taken)
})
