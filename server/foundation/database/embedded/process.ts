import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { type Account, commandFor, userOf } from './account.ts'
import { codeOf } from './folder.ts'

/**
 * Which process has a number that a file names:
 * - `this`: the program that wrote the file.
 * - `another`: its number has been given to something else, after a restart of the machine for example.
 * - `gone`: nothing has this number, or it has ended and its parent has not asked how.
 * - `hidden`: it runs, and this process may not see what it is. It must be taken for running.
 */
export type Identity = 'this' | 'another' | 'gone' | 'hidden'

/** How a program of ours is known: words of its command, and the folder it works in. */
export type Marks = { readonly words: string; readonly program: string; readonly folder: string }

/** Looks as this user, and where that is forbidden as the database's, who may see the own processes everywhere. */
export function identify(pid: number, marks: Marks, account: Account): Identity {
  if (!isAlive(pid)) return 'gone'
  const command = commandOf(pid) ?? commandSeenBy(account, pid)
  if (command === undefined) return 'hidden'
  if (command === '') return 'gone'
  if (command.includes(marks.words) || worksIn(pid, marks.folder)) return 'this'
  // One like ours with other words may still be ours, by another path to the same folder.
  return command.includes(marks.program) ? 'hidden' : 'another'
}

/** Distinguishes two processes of one number; undefined where it can't be seen. */
export function beginningOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return printed('ps', ['-o', 'lstart=', '-p', String(pid)])
  // The 22nd field; the second one is a name in brackets that may hold anything.
  return textOf(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19]
}

/** Any error but ESRCH, such as a refused permission, means that it runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The words with a space between them; empty for one that has ended, undefined when it can't be seen. */
function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return printed('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
}

function commandSeenBy(account: Account, pid: number): string | undefined {
  if (account.kind === 'same') return undefined
  const look = commandFor(account, 'cat', [`/proc/${pid}/cmdline`])
  return printed(look[0], look[1], account)?.replaceAll('\0', ' ')
}

function printed(program: string, args: string[], account?: Account): string | undefined {
  const { status, stdout } = spawnSync(program, args, { ...(account && userOf(account)), encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
