import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BESIDES, ONCE, OWN_DATABASE, onSecondDatabase } from './second-database.ts'

const testFiles = globSync('{server,tests}/**/*.test.ts')

const found = onSecondDatabase()

test('the second database is asked by the tests of the features that speak SQL', () => {
  expect(found).toEqual(
    expect.arrayContaining([
      'server/checkout/reservation/details/details.test.ts',
      'server/foundation/database/migrate.test.ts',
    ]),
  )
  expect(testFiles.filter(file => file.startsWith('server/documents/pdf/'))).not.toEqual([])
  expect(found.filter(file => file.startsWith('server/documents/pdf/'))).toEqual([])
  expect(found.length).toBeGreaterThan(60)
  expect(found.length).toBeLessThan(testFiles.length * 0.75)
})

test.each(BESIDES)('and by those at %s', path => {
  expect(found.filter(file => file.startsWith(path))).not.toEqual([])
})

test('but not by those that bring a PostgreSQL of their own', () => {
  expect(testFiles.filter(file => file.startsWith(OWN_DATABASE))).not.toEqual([])
  expect(found.filter(file => file.startsWith(OWN_DATABASE))).toEqual([])
})

test.each(ONCE)('nor by what takes its time for something else: %s', file => {
  expect(testFiles).toContain(file)
  expect(found).not.toContain(file)
})
