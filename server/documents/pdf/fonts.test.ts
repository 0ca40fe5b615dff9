import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fonts } from '#server/operation/command/doctor/shop.ts'
import { FONT_FILES, familiesFor } from './fonts.ts'
import { missingLettersOf } from './typst.ts'

test('every font is there, and doctor names one that is not', () => {
  expect(FONT_FILES.filter(file => !existsSync(file))).toEqual([])
  expect(fonts()).toMatchObject({ verdict: 'good' })
  expect(fonts([...FONT_FILES, '/nowhere/NotoSansGone.ttf'])).toEqual({
    about: 'Fonts',
    verdict: 'bad',
    sentence: "NotoSansGone.ttf can't be found: install the packages again.",
  })
})

test('a document draws on the fonts of its scripts only', () => {
  expect(familiesFor('Ada Lovelace')).toEqual(['Noto Sans', 'Noto Emoji'])
  expect(familiesFor('தமிழ் ລາວ')).toEqual(['Noto Sans', 'Noto Sans Lao', 'Noto Sans Tamil', 'Noto Emoji'])
})

test('letters that the exporter names are read, also those it writes by their number', () => {
  const error =
    'message: "the text `\\"𠮷\\"` could not be displayed with font", the text `"\\u{f56}\\u{f66}"` could not be displayed'
  expect(missingLettersOf(error)).toEqual(['𠮷', '\u{f56}\u{f66}'])
  expect(missingLettersOf('another error')).toEqual([])
})
