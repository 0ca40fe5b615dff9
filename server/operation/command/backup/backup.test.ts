import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/test-database.ts'
import { database } from '#server/foundation/database/database.ts'
import { sealingBy } from '#server/foundation/sealing/sealing.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { backupCommand, writeBackup } from './backup.ts'
import { Refusal } from '../command.ts'
import { checkBackup, openBackup, readHeader } from './backup-file.ts'
import { restoreCommand, restoreRows } from './restore.ts'

const folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
afterAll(() => rm(folder, { recursive: true }))

const now = timestamp(instant(1_795_234_807_683))
const awkward = 'Tab\t, line\nend, back\\slash, \\., "quotes", Ünïcødé, 漢字 🎟'

async function fill({ db }: TestDatabase): Promise<void> {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  await db.kysely
    .insertInto('file')
    .values({ digest: 'a'.repeat(64), content_type: 'image/png', content, created_at: now })
    .execute()
  for (const name of ['first', awkward]) {
    await db.kysely
      .insertInto('organization')
      .values({ name, email: 'desk@example.org', description: awkward, created_at: now })
      .execute()
  }
  await db.kysely.deleteFrom('organization').where('name', '=', 'first').execute()
  await db.kysely.insertInto('setting').values({ key: 'VAT_NR', value: '', organization_id: 2 }).execute()
}

async function connected({ connection }: TestDatabase): Promise<Client> {
  const client = new Client(connection)
  await client.connect()
  return client
}

async function backUp(database: TestDatabase, name: string): Promise<string> {
  const path = join(folder, name)
  const client = await connected(database)
  await writeBackup(client, path).finally(() => client.end())
  return path
}

async function restore(database: TestDatabase, path: string): Promise<number> {
  const backup = openBackup(path)
  const header = await readHeader(backup, path)
  const client = await connected(database)
  return restoreRows(client, header, backup).finally(() => client.end())
}

function contentOf({ db }: TestDatabase) {
  return Promise.all([
    db.kysely.selectFrom('organization').selectAll().execute(),
    db.kysely.selectFrom('file').selectAll().execute(),
    db.kysely.selectFrom('setting').selectAll().execute(),
  ])
}

const full = await testDatabase()
const [first, second, third, fourth, fifth] = await Promise.all([
  testDatabase(),
  testDatabase(),
  testDatabase(),
  testDatabase(),
  testDatabase(),
])
await fill(full)
const path = await backUp(full, 'full.gz')

test('a restored shop has everything, and its numbers go on where they were', async () => {
  const empty = first
  expect(await restore(empty, path)).toBeGreaterThan(10)
  expect(await contentOf(empty)).toEqual(await contentOf(full))
  const next = await empty.db.kysely
    .insertInto('organization')
    .values({ name: 'next', email: 'desk@example.org', description: '', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(next.id).toBe(3)
})

test('a restored shop can be backed up to the same text', async () => {
  const empty = second
  await restore(empty, path)
  const again = await backUp(empty, 'again.gz')
  expect(gunzipSync(await readFile(again)).equals(gunzipSync(await readFile(path)))).toBe(true)
})

test('a shop that is not empty is left as it is', async () => {
  await expect(restore(full, path)).rejects.toThrow(/not empty/)
  expect(await full.db.kysely.selectFrom('organization').selectAll().execute()).toHaveLength(1)
})

test('a backup that is cut off restores nothing', async () => {
  const empty = third
  const text = gunzipSync(await readFile(path))
  const cut = join(folder, 'cut.gz')
  for (const length of [text.length - 20, text.length / 2]) {
    await writeFile(cut, gzipSync(text.subarray(0, length)))
    await expect(restore(empty, cut)).rejects.toThrow(/not whole/)
    expect(await empty.db.kysely.selectFrom('organization').selectAll().execute()).toEqual([])
  }
})

test('a file that is no backup is refused', async () => {
  const other = join(folder, 'other.gz')
  await writeFile(other, gzipSync('{"some": "thing"}\n'))
  await expect(restore(fourth, other)).rejects.toThrow(Refusal)
  await writeFile(other, 'not even gzip')
  await expect(restore(fourth, other)).rejects.toThrow(/not a backup/)
})

test('a backup is readable by its user only, also where an earlier one was left half written', async () => {
  const name = join(folder, 'private.gz')
  await writeFile(`${name}.part`, 'left behind', { mode: 0o666 })
  await backUp(full, 'private.gz')
  expect((await stat(name)).mode & 0o777).toBe(0o600)
})

test('a place that can not be written is reported in a sentence', async () => {
  await expect(backUp(full, 'no-such-folder/full.gz')).rejects.toThrow(/full\.gz can't be written \(ENOENT\)\.$/)
})

describe('before anything is changed', () => {
  const damaged = join(folder, 'damaged.gz')
  const text = async () => gunzipSync(await readFile(path)).toString('latin1')
  const zipped = async (change: (text: string) => string) => gzipSync(Buffer.from(change(await text()), 'latin1'))
  const flipped = (bytes: Buffer, at: number) =>
    Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['cut off', async () => (await readFile(path)).subarray(0, -40), /damaged or cut off/],
    ['cut off in its checksum', async () => (await readFile(path)).subarray(0, -3), /damaged or cut off/],
    [
      'with a wrong checksum',
      async () => flipped(await readFile(path), (await stat(path)).size - 7),
      /damaged or cut off/,
    ],
    [
      'with a bit turned in its middle',
      async () => flipped(await readFile(path), Math.floor((await stat(path)).size / 2)),
      /damaged or cut off/,
    ],
    [
      'that lacks a table',
      () => zipped(all => all.replace(/\n\{"tables":(\d+)\}/, '\n{"tables":999}')),
      /damaged or cut off/,
    ],
    ['with more behind its end', () => zipped(all => `${all}{"table":"more","columns":[]}\n`), /damaged or cut off/],
    ['with half a header', () => zipped(all => all.replace('"migrations"', '"other"')), /damaged or cut off/],
    ['of a newer Foyer', () => zipped(all => all.replace('"version":1', '"version":2')), /written by a newer Foyer/],
    [
      'of another Foyer',
      () => zipped(all => all.replace(/"checksum":"./, '"checksum":"!')),
      /written by another Foyer/,
    ],
    ['of another program', async () => gzipSync('PGDMP'), /not a backup of Foyer/],
    ['of nothing', async () => Buffer.alloc(0), /not a backup of Foyer/],
    ['of null', async () => gzipSync('null\n'), /not a backup of Foyer/],
  ])('a file %s is refused in a sentence', async (_, content, sentence) => {
    await writeFile(damaged, await content())
    // No server answers at this address, so a command that asked a database would fail.
    const run = await commandLine('postgresql://foyer:x@127.0.0.1:1/foyer')
    const refusal = await run(restoreCommand, damaged).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(String(refusal)).toMatch(sentence)
    expect(String(refusal)).not.toContain('\n')
  })

  test('a folder and a file that is not there are refused too', async () => {
    const run = await commandLine('postgresql://foyer:x@127.0.0.1:1/foyer')
    for (const name of [folder, join(folder, 'missing.gz')]) {
      await expect(run(restoreCommand, name)).rejects.toThrow(/There is no file .* that can be read/)
    }
  })

  test('a whole one is found whole', async () => {
    expect(await checkBackup(path)).toMatchObject({ format: 'foyer-backup', version: 1 })
  })
})

test('rows that fit no shop are refused in a sentence, and nothing of them stays', async () => {
  const altered = join(folder, 'altered.gz')
  const all = gunzipSync(await readFile(path)).toString('latin1')
  await writeFile(altered, gzipSync(Buffer.from(all.replace('image/png\t', 'image/png\t\tmore\t'), 'latin1')))
  const empty = fifth
  const run = await commandLine(empty.url)
  await expect(run(restoreCommand, altered)).rejects.toThrow(/^The backup does not fit into a shop \(.*\): nothing was/)
  expect(await empty.db.kysely.selectFrom('file').selectAll().execute()).toEqual([])
})

describe('secrets among the settings', () => {
  const aKey = (letter: string) => Buffer.alloc(32, letter).toString('base64')

  test('are sealed in a backup without their key, and are opened where the key is', async () => {
    const from = await testDatabase()
    const [here, elsewhere] = await Promise.all([testDatabase(), testDatabase()])
    const file = join(folder, 'sealed.gz')
    // As an older version has left it.
    await from.db.kysely.insertInto('setting').values({ key: 'RECAPTCHA_SECRET', value: 'whispered' }).execute()
    const { lines } = await (await commandLine(from.url, { FOYER_SECRET_KEY: aKey('a') }))(backupCommand, file)
    expect(lines.join()).toMatch(/sealed in it: keep FOYER_SECRET_KEY, which opens them, in another place/)
    const content = gunzipSync(await readFile(file)).toString('utf8')
    expect(content).toMatch(/RECAPTCHA_SECRET\tsealed-1:/)
    expect(content).not.toMatch(/whispered/)
    expect(content).not.toContain(aKey('a'))

    const same = await (await commandLine(here.url, { FOYER_SECRET_KEY: aKey('a') }))(restoreCommand, file)
    expect(same.lines).toEqual([expect.stringMatching(/tables are restored\.$/)])
    const read = database(here.pool, sealingBy(Buffer.alloc(32, 'a')))
    expect((await systemSettings(read)).text('RECAPTCHA_SECRET')).toBe('whispered')

    const other = await (await commandLine(elsewhere.url, { FOYER_SECRET_KEY: aKey('b') }))(restoreCommand, file)
    expect(other.code).toBe(0)
    expect(other.lines.join(' ')).toMatch(
      /restored\. RECAPTCHA_SECRET of the shop can't be opened by FOYER_SECRET_KEY.* set FOYER_SECRET_KEY to the key/,
    )
    const { value } = await elsewhere.db.kysely.selectFrom('setting').select('value').executeTakeFirstOrThrow()
    expect(content).toContain(value)
  })
})
