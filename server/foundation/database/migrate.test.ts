import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const { pool } = await testDatabase()

function aMigration(name: string, text: string, checksum = name): Migration {
  return { name, text, checksum }
}

test('a migrated database needs nothing', async () => {
  expect(readMigrations().length).toBeGreaterThan(0)
  expect(await migrate(pool)).toEqual([])
})

test('migrations that start at once run once', async () => {
  const all = [...readMigrations(), aMigration('9001-once.sql', 'create table once (id integer)')]
  const ran = await Promise.all([migrate(pool, all), migrate(pool, all), migrate(pool, all)])
  expect(ran.flat()).toEqual(['9001-once.sql'])
  await pool.query(`drop table once; delete from migration where name = '9001-once.sql'`)
})

test('nothing of a migration that fails is kept', async () => {
  const broken = aMigration('9002-broken.sql', 'create table half (id integer); select 1 / 0')
  await expect(migrate(pool, [...readMigrations(), broken])).rejects.toThrow(/9002-broken.sql failed/)
  await expect(pool.query('select * from half')).rejects.toThrow(/does not exist/)
  expect(await migrate(pool)).toEqual([])
})

test('a migration that was changed after it ran is refused', async () => {
  const [first, ...others] = readMigrations()
  if (!first) throw new Error('there are no migrations')
  await expect(migrate(pool, [{ ...first, checksum: 'other' }, ...others])).rejects.toThrow(/was changed after it ran/)
})

test('a database of a newer Foyer is refused', async () => {
  await expect(migrate(pool, readMigrations().slice(1))).rejects.toThrow(/written by a newer Foyer/)
})

test('devices that an organiser has kept from an event stay kept from it by the setting that is left to organisers', async () => {
  const devices = readMigrations().find(({ name }) => name.startsWith('0051-'))
  await pool.query(
    `insert into organization (name, email, description, created_at) values ('A', 'a@a.example', '', now()), ('B', 'b@b.example', '', now())`,
  )
  await pool.query(`
    insert into setting (key, value, organization_id)
    select key, value, organization.id from organization join (values
      ('A', 'ALFIO_PI_INTEGRATION_ENABLED', 'false'), ('A', 'OFFLINE_CHECKIN_ENABLED', 'true'),
      ('B', 'ALFIO_PI_INTEGRATION_ENABLED', 'true')) as stated (name, key, value) using (name)`)
  await pool.query(devices?.text ?? '')
  const { rows } = await pool.query(
    'select name, key, value from setting join organization on organization.id = organization_id',
  )
  expect(rows).toEqual([{ name: 'A', key: 'OFFLINE_CHECKIN_ENABLED', value: 'false' }])
})
