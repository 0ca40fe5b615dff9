import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { HeavyMessage, HeavyRequest } from './heavy-task.ts'

/** Where a HeavyWorker has its tasks done. */
export type Executor = {
  send(request: HeavyRequest): void
  /** What it has used of the processor since its start, in microseconds; 0 where that can't be found out. */
  processorTime(): Promise<number>
  /** While it works it holds the shop open, and while it rests it does not. */
  ref(): void
  unref(): void
  end(): void
}

/** What an executor reports. `ended`: by itself, and whether the task that it was at is to blame. */
export type Reports = {
  readonly message: (message: HeavyMessage) => void
  readonly ended: (reason: string, isByTask: boolean) => void
}

const PROGRAM = new URL('./heavy-program.ts', import.meta.url)

/** A thread of the shop: quick to start, and what its libraries take outside JavaScript's heap stays with the shop. */
export function startThread(megabytes: number, { message, ended }: Reports): Executor {
  // Without the shop's environment: what reads organisers' texts need not know its secrets.
  const thread = new Worker(PROGRAM, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  thread.on('message', message)
  thread.once('error', error => ended(String(error), isOutOfMemory(error)))
  thread.once('exit', () => ended('the thread ended', false))
  return {
    send: request => thread.postMessage(request),
    processorTime: async () => {
      const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      return user + system
    },
    ref: () => thread.ref(),
    unref: () => thread.unref(),
    end: () => void thread.terminate(),
  }
}

/** A process of its own: all that it took is free again when it ends, and native code that breaks ends it alone. */
export function startProcess(megabytes: number, { message, ended }: Reports): Executor {
  const execArgv = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=1']
  const child = fork(PROGRAM, { env: { MALLOC_ARENA_MAX: '1' }, execArgv, serialization: 'advanced' })
  // The program sends nothing else.
  child.on('message', one => message(one as HeavyMessage))
  child.on('error', error => ended(String(error), false))
  child.once('exit', (code, signal) => ended(`the process ended with ${signal ?? code}`, isBroken(code, signal)))
  return {
    // A process that has ended says so itself.
    send: request => child.send(request, () => undefined),
    processorTime: () => processorTimeOf(child.pid),
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
    end: () => child.kill('SIGKILL'),
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** By itself, for want of memory or in native code; others end it with other signals. */
const isBroken = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === null ? code !== 0 : ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'].includes(signal)

/** Linux counts in hundredths of a second, in fields 14 and 15 (proc_pid_stat(5)); elsewhere there is no such file. */
async function processorTimeOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user ?? 0) + Number(system ?? 0)) * 10_000
}
