import { expect, test } from 'vitest'
import { sizeOfName } from './label.ts'

test.each<[string, number]>([
  ['Ada', 1],
  ['Ada Lovelace', 1],
  ['', 1],
  ['Zinnenberger', 0.83],
  ['Maria de los Angeles Fernandez Villanueva y Garcia', 0.63],
  ['Donaudampfschifffahrtsgesellschaftskapitaen', 0.3],
  ['歐陽建國', 1],
  ['歐陽建國歐陽建國', 0.63],
])('%s is printed at %s of the largest size', (name, expected) => {
  expect(sizeOfName(name)).toBe(expected)
})
