/**
 * The thread that works on what organisers give us and that may be dear: started, limited and ended by heavy-worker.ts.
 * Each task brings the library it needs when it is first asked for.
 */
import { parentPort } from 'node:worker_threads'
import type { HeavyRequest, HeavyResult } from './tasks.ts'

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

async function carryOut(request: HeavyRequest): Promise<unknown> {
  switch (request.task) {
    case 'markdown-to-html': {
      const { markdownToHtml } = await import('../documents/markdown.ts')
      const { markdown, newTab } = request.input
      return markdownToHtml(markdown, newTab === null ? undefined : (_key, text) => newTab.before + text + newTab.after)
    }
    case 'markdown-to-text': {
      const { markdownToText } = await import('../documents/markdown.ts')
      return markdownToText(request.input.markdown)
    }
    case 'read-keystore': {
      const { readKeystore } = await import('../wallet/apple/read-keystore.ts')
      return readKeystore(request.input)
    }
    default:
      return request satisfies never
  }
}

port.postMessage('ready')
