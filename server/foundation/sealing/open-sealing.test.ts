import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { ConfigurationError } from '#server/foundation/config/config.ts'
import { existingSealing, makeKeyFile, openSealing, placeOfKey, readKeyFile } from './open-sealing.ts'

const root = mkdtempSync(join(tmpdir(), 'foyer-key-'))
afterAll(() => rmSync(root, { recursive: true }))

const aKey = (letter: string) => Buffer.alloc(32, letter)
const keysIn = (name: string, more: { secretKey?: Buffer; oldSecretKeys?: Buffer[] } = {}) => ({
  dataFolder: join(root, name),
  secretKey: undefined,
  oldSecretKeys: [],
  ...more,
})

test('without a variable a key is made in the data folder, for its owner alone, and found again', () => {
  const keys = keysIn('own/data')
  expect(existingSealing(keys)).toBeUndefined()
  expect(existsSync(keys.dataFolder)).toBe(false)
  const sealed = openSealing(keys).seal('whispered', 'here')
  expect(statSync(placeOfKey(keys)).mode & 0o777).toBe(0o600)
  expect(readdirSync(keys.dataFolder)).toEqual(['secret.key'])
  expect(openSealing(keys).open(sealed, 'here')).toBe('whispered')
  expect(existingSealing(keys)?.open(sealed, 'here')).toBe('whispered')
})

test('the variable is taken before the file, which still opens what it has sealed, and no file is made', () => {
  const kept = keysIn('moved')
  const sealed = openSealing(kept).seal('whispered', 'here')
  const moved = openSealing({ ...kept, secretKey: aKey('a') })
  expect(moved.open(sealed, 'here')).toBe('whispered')
  expect(openSealing(kept).open(moved.seal('whispered', 'here'), 'here')).toBeNull()
  const stated = keysIn('stated', { secretKey: aKey('a') })
  openSealing(stated)
  expect(existsSync(stated.dataFolder)).toBe(false)
  expect(placeOfKey(stated)).toBe('FOYER_SECRET_KEY')
})

test('an old key opens', () => {
  const sealed = openSealing(keysIn('none', { secretKey: aKey('a') })).seal('whispered', 'here')
  const rotated = openSealing(keysIn('none', { secretKey: aKey('b'), oldSecretKeys: [aKey('c'), aKey('a')] }))
  expect(rotated.open(sealed, 'here')).toBe('whispered')
})

test('processes that make it at once have the same key', async () => {
  const folder = join(root, 'at-once')
  const script = `import { makeKeyFile } from './server/foundation/sealing/open-sealing.ts'
    process.stdin.once('data', () => { console.log(makeKeyFile(${JSON.stringify(folder)}).toString('hex')); process.exit() })
    console.error('ready')`
  const makers = Array.from({ length: 6 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]))
  await Promise.all(makers.map(maker => once(maker.stderr, 'data')))
  const printed = makers.map(maker => text(maker.stdout))
  for (const maker of makers) maker.stdin.write('now')
  const keys = await Promise.all(printed)
  expect(keys[0]).toMatch(/^[0-9a-f]{64}\n$/)
  expect(new Set(keys).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secret.key'])
})

test('a key that is there is never replaced', () => {
  const folder = join(root, 'kept')
  const key = makeKeyFile(folder)
  expect(makeKeyFile(folder)).toEqual(key)
  expect(readKeyFile(folder)).toEqual(key)
})

test('a file without a key is reported by its name, not by its content, and left alone', () => {
  const folder = join(root, 'spoilt')
  makeKeyFile(folder)
  writeFileSync(join(folder, 'secret.key'), 'whispered')
  const opening = () => openSealing(keysIn('spoilt'))
  expect(opening).toThrow(ConfigurationError)
  expect(opening).toThrow(/^\S+\/spoilt\/secret\.key does not hold a key of 32 bytes in Base64\.$/)
})

test('where no file can be made, the variable is asked for', () => {
  writeFileSync(join(root, 'a-file'), '')
  expect(() => openSealing(keysIn('a-file/below'))).toThrow(/can't be (?:kept|read) in .* \(ENOTDIR\)/)
  expect(() => makeKeyFile(join(root, 'a-file/below'))).toThrow(/\(ENOTDIR\): set FOYER_SECRET_KEY\.$/)
})
