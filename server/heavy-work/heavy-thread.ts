/**
 * The thread that works on what organisers give us and that may be dear: started, limited and ended by heavy-worker.ts.
 * Each task brings its module, and the libraries that one needs, when it is first asked for.
 */
import { parentPort } from 'node:worker_threads'
import type { HeavyRequest, HeavyResult } from './heavy-task.ts'

const port = parentPort
if (port === null) throw new Error('heavy-thread.ts runs as a thread only')

port.on('message', async (request: HeavyRequest) => {
  port.postMessage(await resultOf(request))
})

async function resultOf(request: HeavyRequest): Promise<HeavyResult> {
  try {
    return { answer: await carryOut(request) }
  } catch (error) {
    return { error: String(error) }
  }
}

async function carryOut({ module, name, input }: HeavyRequest): Promise<unknown> {
  const exported: Readonly<Record<string, unknown>> = await import(module)
  const work = exported[name]
  if (typeof work !== 'function') throw new Error(`${module} exports no function ${name}`)
  return work(input)
}

port.postMessage('ready')
