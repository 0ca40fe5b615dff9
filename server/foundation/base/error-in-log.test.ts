import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { errorInLog, openLog } from './log.ts'

const { pool } = await testDatabase()

test('the log states what PostgreSQL complains of, without the data of the row', async () => {
  const lines: string[] = []
  const logger = openLog({ level: 'info', to: { write: line => void lines.push(line) } })
  const attempt = pool.query(`insert into organization (name, slug, email, description, created_at)
    values ('Club', 'no slug', 'ada@example.org', '', now())`)
  await attempt.catch((error: unknown) => logger.error({ err: error }, 'failed'))
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    msg: 'failed',
    err: { code: '23514', table: 'organization', message: expect.stringContaining('violates check constraint') },
  })
  expect(line).not.toContain('ada@example.org')
})

test('a cause that is no error is logged by the names of its members, never by their values', () => {
  const cause = { error: 'invalid_client', of: 'Ada' }
  expect(errorInLog(new Error('refused', { cause })).cause).toMatchObject({ message: 'an object with error, of' })
  expect(errorInLog(new Error('refused', { cause: [cause] })).cause).toMatchObject({ message: 'a list of 1' })
  expect(errorInLog('no reason')).toMatchObject({ type: 'string', message: 'no reason' })
})
