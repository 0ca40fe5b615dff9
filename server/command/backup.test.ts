import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { instant } from '#domain/instant.ts'
import { timestamp } from '#server/database/types.ts'
import { type TestDatabase, testDatabase } from '#tests/support/test-database.ts'
import { writeBackup } from './backup.ts'
import { Refusal } from './command.ts'
import { lines } from './lines.ts'
import { readHeader, restoreRows } from './restore.ts'

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
  const backup = lines(createReadStream(path).pipe(createGunzip()))
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
const [first, second, third, fourth] = await Promise.all([
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
