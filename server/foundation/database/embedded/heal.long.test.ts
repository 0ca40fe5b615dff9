import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { databaseFolder, whyNotRun } from '#tests/support/database/database-folder.ts'
import { isRunning } from './process.ts'

function ends(pid: number): Promise<void> {
  return vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 40_000, interval: 50 })
}

describe('a PostgreSQL that no process ends', () => {
  const { folder, hold, notesKept, postgresPid, keeperPid, backends } = databaseFolder()

  test('hangs in its stop until the next start ends it', async () => {
    const holder = await hold()
    const [pid, keeper] = [postgresPid(), keeperPid()]
    process.kill(keeper, 'SIGSTOP')
    process.kill(backends()[0] ?? 0, 'SIGKILL')
    process.kill(pid, 'SIGINT')
    holder.kill('SIGKILL')
    process.kill(keeper, 'SIGKILL')
    expect(await notesKept()).toBe(1)
    await ends(pid)
  }, 120_000)

  test('ends by itself when its keeper and the only shop were killed at once', async () => {
    const holder = await hold()
    const pid = postgresPid()
    holder.kill('SIGKILL')
    process.kill(keeperPid(), 'SIGKILL')
    await ends(pid)
    expect(existsSync(join(folder, 'postgresql/cluster/postmaster.pid'))).toBe(false)
  }, 120_000)
})

/** The ways to be root with fewer rights than usual, as containers are: each is the start of a command. */
const CONFINED = [
  ['without the right to look at others', ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']],
  ['in a user namespace with one user', ['unshare', '--user', '--map-root-user']],
] as const

describe.each(CONFINED)('root %s', (_, words) => {
  const { hold, postgresPid, keeperPid } = databaseFolder()

  test('takes over a PostgreSQL whose keeper was killed', async context => {
    const why = whyNotRun(words)
    context.skip(why !== undefined, `can't be run here: ${why}`)
    const first = await hold(words)
    const [pid, keeper] = [postgresPid(), keeperPid()]
    first.kill('SIGKILL')
    process.kill(keeper, 'SIGKILL')
    const second = await hold(words)
    expect(postgresPid()).toBe(pid)
    second.kill('SIGKILL')
    await ends(pid)
  }, 120_000)
})
