/**
 * The thread that works on what organisers give us and that may be costly: heavy-worker.ts starts, limits and ends it.
 * Each task brings its module, and the libraries that one needs, when it is first asked for.
 */
import { parentPort } from 'node:worker_threads'
import type { HeavyMessage, HeavyRequest } from './heavy-task.ts'

type Work = (input: unknown) => unknown

const port = parentPort
if (port === null) throw new Error('heavy-thread.ts runs as a thread only')

const say = (message: HeavyMessage) => port.postMessage(message)

port.on('message', async ({ module, name, input }: HeavyRequest) => {
  const work = await load(module, name)
  if (work === undefined) return
  say({ kind: 'begun', processorTime: processorTime() })
  try {
    const answer = await work(input)
    say({ kind: 'done', answer, processorTime: processorTime() })
  } catch (error) {
    say({ kind: 'failed', error: String(error), processorTime: processorTime() })
  }
})

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
  const { user, system } = process.threadCpuUsage()
  return user + system
}

say({ kind: 'ready' })
