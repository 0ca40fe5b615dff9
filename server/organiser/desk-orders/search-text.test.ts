import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'

const { pool } = await testDatabase()

const LETTERS = [
  'A',
  'z',
  'I',
  ' ',
  '1',
  '@',
  'é',
  'Ç',
  'ü',
  'Ü',
  'o\u0308',
  'Å',
  '\u212b',
  'ø',
  'ß',
  'æ',
  'İ',
  'ı',
  'Ł',
  'þ',
  'ﬁ',
  '王',
  '🎟',
]

test('a text is searched as both of its writings are, whichever letters it has', async () => {
  const texts = [
    'Ada Lovelace ADA@EXAMPLE.ORG',
    ...fc.sample(fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 }), 400).map(letters => letters.join('')),
  ]
  const { rows } = await pool.query<{ text: string; found: string; plain: string; spelled: string }>(
    `select text, searched_text(text) as found, folded(text) as plain, folded(spelled_out(text)) as spelled
     from unnest($1::text[]) as text`,
    [texts],
  )
  expect(rows).toHaveLength(texts.length)
  for (const { text, found, plain, spelled } of rows)
    expect([text, found]).toEqual([text, plain === spelled ? plain : `${plain} ${spelled}`])
  expect(rows.filter(({ plain, spelled }) => plain !== spelled).length).toBeGreaterThan(100)
})
