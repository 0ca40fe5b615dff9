/**
 * The thread or process that works on what organisers give the shop and that may be costly: heavy-worker.ts starts, limits and ends it.
 * Each task brings its module, and the libraries that one needs, when it is first asked for.
 */
import { parentPort } from 'node:worker_threads'
import type { HeavyMessage, HeavyRequest } from './heavy-task.ts'

type Work = (input: unknown) => unknown

/** Of a process the shop is no longer there when it can't be reached. */
const say = (message: HeavyMessage) =>
  parentPort ? parentPort.postMessage(message) : process.send?.(message, () => undefined)

async function perform({ module, name, input }: HeavyRequest): Promise<void> {
  const work = await load(module, name)
  if (work === undefined) return
  say({ kind: 'begun', processorTime: processorTime() })
  try {
    const answer = await work(input)
    say({ kind: 'done', answer, processorTime: processorTime() })
  } catch (error) {
    say({ kind: 'failed', error: String(error), processorTime: processorTime() })
  }
}

async function load(module: string, name: string): Promise<Work | undefined> {
  try {
    const exported: Readonly<Record<string, unknown>> = await import(module)
    const work = exported[name]
    if (typeof work === 'function') return input => work(input)
    say({ kind: 'not-loaded', error: `${module} exports no function ${name}` })
  } catch (error) {
    say({ kind: 'not-loaded', error: String(error) })
  }
  return undefined
}

function processorTime(): number {
  const { user, system } = parentPort ? process.threadCpuUsage() : process.cpuUsage()
  return user + system
}

if (parentPort) parentPort.on('message', perform)
else process.on('message', perform).on('disconnect', () => process.exit())

say({ kind: 'ready' })
