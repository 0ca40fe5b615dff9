import { chownSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { databaseFolder, whyNotRun } from '#tests/support/database/database-folder.ts'
import { accountFor, giveAll } from './account.ts'
import { identify, isRunning } from './process.ts'

const isRoot = process.getuid?.() === 0
const { folder, open, hold, notesKept, postgresPid, keeperPid } = databaseFolder()
const root = join(folder, 'postgresql')

test.runIf(isRoot)('PostgreSQL runs as a user that nothing else runs as, and that is no root', async () => {
  const { close } = await open()
  const { uid } = statSync(root)
  expect(uid).toBeGreaterThanOrEqual(64_200)
  expect(uid).toBeLessThan(64_900)
  expect(statSync(`/proc/${postgresPid()}`)).toMatchObject({ uid, gid: uid })
  expect(statSync(`/proc/${keeperPid()}`)).toMatchObject({ uid, gid: uid })
  await close()
  // The choice is kept with the data, wherever that is moved to.
  expect(accountFor(root)).toEqual({ kind: 'other', user: { uid, gid: uid } })
})

test.runIf(!isRoot)('an ordinary user runs PostgreSQL itself', () => {
  expect(accountFor('/srv/one/postgresql')).toEqual({ kind: 'same' })
})

test.runIf(isRoot)('two data folders get different users', () => {
  expect(accountFor('/srv/one/postgresql')).not.toEqual(accountFor('/srv/two/postgresql'))
})

test.runIf(isRoot)(
  'data that belongs to the shared "nobody" is given to its own user, but not while it is in use',
  async () => {
    const holder = await hold()
    const { uid } = statSync(root)
    const pid = postgresPid()
    const unprivileged = { uid: 65_534, gid: 65_534 }
    chownSync(root, unprivileged.uid, unprivileged.gid)
    // As it is with the PostgreSQL of a Foyer that is still running: it is used, and left as it is.
    await expect(open().then(({ close }) => close())).resolves.toBeUndefined()
    expect([postgresPid(), statSync(root).uid]).toEqual([pid, unprivileged.uid])
    chownSync(root, uid, uid)
    holder.kill('SIGKILL')
    // The keeper goes after its PostgreSQL: until then the folder is in use.
    const keeper = keeperPid()
    const areGone = () => expect([isRunning(pid), isRunning(keeper)]).toEqual([false, false])
    await vi.waitFor(areGone, { timeout: 20_000, interval: 50 })

    giveAll(root, unprivileged)
    expect(await notesKept()).toBeGreaterThan(0)
    expect(ownersOf(root)).toEqual(new Set([uid]))
  },
)

describe('an ordinary user who has no name', () => {
  const nameless = ['setpriv', '--reuid=64990', '--regid=64990', '--clear-groups']
  const { folder: own, hold: holdAs, postgresPid: pidOf } = databaseFolder()

  test('makes a database and runs it', async context => {
    const why = whyNotRun([...nameless, 'unshare', '--user', '--map-user=1', '--'])
    context.skip(why !== undefined, `can't be run here: ${why}`)
    chownSync(own, 64_990, 64_990)
    await holdAs(nameless)
    expect(statSync(`/proc/${pidOf()}`)).toMatchObject({ uid: 64_990 })
  })
})

function ownersOf(path: string): Set<number> {
  const entries = readdirSync(path, { recursive: true, encoding: 'utf8' })
  // What root puts into the folder is for reading only.
  const own = entries.filter(name => !/foyer-keeper\.sh$|postgresql\.log$/.test(name))
  return new Set([path, ...own.map(name => join(path, name))].map(found => statSync(found).uid))
}

test('only the owner may read the folder, the password and the log', async () => {
  await (await open()).close()
  const modeOf = (name: string): number => statSync(join(root, name)).mode & 0o777
  expect(['', 'run', 'cluster'].map(modeOf)).toEqual([0o700, 0o700, 0o700])
  expect(['password', 'run/postgresql.log'].map(modeOf)).toEqual([0o600, 0o600])
})

test('a process is distinguished from another one that has got its number, and from one that can not be seen', () => {
  const here = { kind: 'same' } as const
  const marks = {
    words: readFileSync(`/proc/self/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    program: 'postgres',
    folder: '/nowhere',
  }
  expect(identify(process.pid, marks, here)).toBe('this')
  expect(identify(process.pid, { ...marks, words: 'sh foyer-keeper.sh' }, here)).toBe('another')
  // By other words, but the same program: not surely another one.
  expect(identify(process.pid, { ...marks, words: 'elsewhere', program: 'node' }, here)).toBe('hidden')
  expect(identify(2 ** 22 + 1, marks, here)).toBe('gone')
})
