import { expect, test } from 'vitest'
import { csv, printable, printableLine } from './text.ts'

test.each([
  ['\u001b[2J\u001b]0;owned\u0007', '\\u{1b}[2J\\u{1b}]0;owned\\u{7}'],
  ['\u009b31m red', '\\u{9b}31m red'],
  ['paid\rnot paid', 'paid\\u{d}not paid'],
  ['a\bb\u007f\u0000', 'a\\u{8}b\\u{7f}\\u{0}'],
  ['\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['\u2066left\u2069 \u200fright', '\\u{2066}left\\u{2069} \\u{200f}right'],
  ['no\u200bwhere \ufeff', 'no\\u{200b}where \\u{feff}'],
  ['a\u2028b', 'a\\u{2028}b'],
  ['\u{e0041}tag', '\\u{e0041}tag'],
])('%j is shown as %s', (text, shown) => {
  expect(printable(text)).toBe(shown)
  expect(printableLine(text)).toBe(shown)
})

test('words of all languages, emoji and line ends stay as they are', () => {
  const text = 'Zürich 漢字 العربية עברית क्\u200dष 👩\u200d💻\n\tline'
  expect(printable(text)).toBe(text)
})

test('a text that is one cell of a table stays on its line', () => {
  expect(printableLine('first\nsecond\r\nthird\tend')).toBe('first\\nsecond\\nthird\\tend')
})

test.each([
  ['=1+1', "'=1+1"],
  ['-1+cmd', "'-1+cmd"],
  ['-2', '-2'],
  ['-2.50', '-2.50'],
  ['-2.', "'-2."],
  ['- 2', "'- 2"],
  ['+41 91 000 00 00', "'+41 91 000 00 00"],
  ['@sum', "'@sum"],
])('%s is in a table as %s', (text, written) => {
  expect(csv([[text]])).toBe(written)
})
