import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

describe('a text', () => {
  test.each([
    ['as it is', 'Ada Lovelace', 'Ada Lovelace'],
    ['lines and columns', 'a\n\n\tb', 'a\n\n\tb'],
    ['line ends of every system', 'a\r\nb\rc\u2028d\u0085e\vf', 'a\nb\nc\nd\ne\nf'],
    ['an escape sequence', 'a\u001b[31mb\u0007', 'a[31mb'],
    ['a character of C1', 'a\u009b31mb', 'a31mb'],
    ['an override of direction', 'Invoice \u202efdp.exe', 'Invoice fdp.exe'],
    ['isolates', '\u2066a\u2069b', 'ab'],
    ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['a mark of bytes', '\ufeffAda', 'Ada'],
    ['a joiner at the edges', '\u200bAda\u200d', 'Ada'],
    ['joiners beside blanks and each other', 'Ada \u200b\u200bLove\u200d\u200dlace', 'Ada Love\u200dlace'],
    ['a picture of a family', '👩‍👩‍👧 go', '👩‍👩‍👧 go'],
    ['Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['marks of direction', 'עברית\u200f (1)', 'עברית\u200f (1)'],
    ['a picture in colour', '❤\ufe0f', '❤\ufe0f'],
    ['only what has no width', '\u200b\u200d\u2060', ''],
    ['only what is drawn as nothing', '\u3164\u2800 \u00ad\u115f', ''],
    ['only blanks', ' \u2003 ', ' \u2003 '],
  ])('%s', (_, typed, kept) => {
    expect(cleanText(typed)).toBe(kept)
  })
})

test.each([
  ['Ada\r\nBcc: x@example.org', 'Ada Bcc: x@example.org'],
  ['  Ada \n\n Lovelace\t', 'Ada Lovelace'],
  ['Ada  Lovelace', 'Ada  Lovelace'],
  ['\u200b', ''],
])('%j is the line %j', (typed, line) => {
  expect(cleanLine(typed)).toBe(line)
})

test('a long text of nothing but suspicious characters takes no time', () => {
  for (const part of ['\u200b', '\u200b ', '\u202e', ' \u200d\n']) expect(cleanLine(part.repeat(100_000))).toBe('')
})
