import { expect, test } from 'vitest'
import { codesOfList } from './code-list.ts'

test('a list of codes is read line by line, and a CSV file by its first column', () => {
  expect(codesOfList(' ALUMNI-01\n\nALUMNI-02\r\nALUMNI-01')).toEqual(['ALUMNI-01', 'ALUMNI-02'])
  expect(codesOfList('\u{feff}"A;LUMNI-01";10\nALUMNI-02,20\nALUMNI-03\t30')).toEqual([
    'A;LUMNI-01',
    'ALUMNI-02',
    'ALUMNI-03',
  ])
})
