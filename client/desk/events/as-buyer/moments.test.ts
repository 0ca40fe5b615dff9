import { expect, test } from 'vitest'
import { inOrder, momentsOf, momentsOfSteps } from './moments.ts'

const code = (name: string, validFrom: string, validTo: string) => ({ name, validFrom, validTo })
const file = (promoCodes: readonly ReturnType<typeof code>[]) =>
  ({
    startDate: '2027-05-15T09:00',
    endDate: '2027-05-15T17:00:00',
    tickets: { categories: [], promoCodes },
  }) as unknown as Parameters<typeof momentsOf>[0]

test('many codes that begin and end together are one moment each, and others are named', () => {
  const drawn = Array.from({ length: 40 }, (_, index) => code(`D${index}`, '2027-05-01T00:00', '2027-05-10T00:00'))
  const found = momentsOf(file([...drawn, code('EARLY', '2027-04-01T00:00', '2027-05-10T00:00:00')]))
  expect(found.map(({ at, key, name, folded }) => [at, key, name, folded.length])).toEqual([
    ['2027-04-01T00:00:00', 'foyer.desk.will.code-from', 'EARLY', 0],
    ['2027-05-01T00:00:00', 'foyer.desk.will.codes-from', '40', 40],
    ['2027-05-10T00:00:00', 'foyer.desk.will.codes-to', '41', 41],
    ['2027-05-15T09:00:00', 'foyer.desk.will.starts', '', 0],
    ['2027-05-15T17:00:00', 'foyer.desk.will.ends', '', 0],
  ])
})

test('three codes that begin together are named one by one', () => {
  const few = ['A', 'B', 'C'].map(name => code(name, '2027-05-01T00:00', '2027-06-01T00:00'))
  const found = momentsOf(file(few)).filter(({ key }) => key.startsWith('foyer.desk.will.code'))
  expect(found.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'A', 'B', 'C'])
})

test('what the shop answers is shown by the clock of the event, among what the event states', () => {
  const steps = [
    { kind: 'names-asked', at: Date.UTC(2027, 4, 10, 22), count: 3 },
    { kind: 'people-erased', at: Date.UTC(2027, 5, 14, 15), count: null },
  ] as const
  const found = inOrder([...momentsOf(file([])), ...momentsOfSteps(steps, 'Europe/Zurich')])
  expect(found.map(({ at, key, name }) => [at, key, name])).toEqual([
    ['2027-05-11T00:00:00', 'foyer.desk.will.names-asked', '3'],
    ['2027-05-15T09:00:00', 'foyer.desk.will.starts', ''],
    ['2027-05-15T17:00:00', 'foyer.desk.will.ends', ''],
    ['2027-06-14T17:00:00', 'foyer.desk.will.people-erased', ''],
  ])
})
