import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BESIDES, OWN_DATABASE, onSecondDatabase } from './second-database.ts'

const testFiles = globSync('{server,tests}/**/*.test.ts')

const asked = onSecondDatabase()

test('the second database is asked by the tests of the folders that speak SQL', () => {
  expect(asked).toEqual(
    expect.arrayContaining(['server/reservation/hold/hold.test.ts', 'server/database/migrate.test.ts']),
  )
  expect(asked.filter(file => file.startsWith('server/documents/pdf/'))).toEqual([])
  expect(asked.length).toBeGreaterThan(60)
  expect(asked.length).toBeLessThan(testFiles.length * 0.75)
})

test.each(BESIDES)('and by those at %s', path => {
  expect(asked.filter(file => file.startsWith(path))).not.toEqual([])
})

test('but not by those that bring a PostgreSQL of their own', () => {
  expect(testFiles.filter(file => file.startsWith(OWN_DATABASE))).not.toEqual([])
  expect(asked.filter(file => file.startsWith(OWN_DATABASE))).toEqual([])
})
