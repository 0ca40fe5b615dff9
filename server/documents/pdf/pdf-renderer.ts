import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RenderReply, RenderRequest } from './pdf-process.ts'
import type { DocumentInputs, TemplateName } from './typst.ts'

type PdfRenderer = {
  /** Rejects when the template fails, the process breaks, or nothing comes back in time; the next call starts anew. */
  render(template: TemplateName, inputs: DocumentInputs): Promise<Uint8Array>
  /** Ends the process now; a later call starts another. */
  close(): void
}

type Waiting = { readonly resolve: (pdf: Uint8Array) => void; readonly reject: (reason: Error) => void }

const PROCESS = fileURLToPath(new URL('./pdf-process.ts', import.meta.url))

/** How long the process is kept for the next ticket, and how long one ticket may take. */
const PATIENCE = { idleMilliseconds: 20_000, renderMilliseconds: 30_000 }

/** Renders in a child process that is started by the first call and ends when it has been idle for a while. */
export function pdfRenderer({ idleMilliseconds, renderMilliseconds } = PATIENCE): PdfRenderer {
  let child: ChildProcess | undefined
  let lastId = 0
  let timer: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  function start(): ChildProcess {
    // Without the shop's environment: what draws buyers' texts need not know its secrets.
    const started = fork(PROCESS, { env: {}, execArgv: [], serialization: 'advanced' })
    const isGone = (reason: string) => () => {
      if (child === started) end(new Error(`the PDF process ended: ${reason}`))
    }
    started.on('message', receive)
    started.once('error', error => isGone(error.message)())
    started.once('exit', (code, signal) => isGone(signal ?? `exit code ${code}`)())
    return started
  }

  /** Ends the process and refuses whatever still waits for it. */
  function end(reason: Error): void {
    clearTimeout(timer)
    child?.kill('SIGKILL')
    child = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function receive(message: unknown): void {
    const answer = message as RenderReply
    const pending = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('pdf' in answer) pending?.resolve(answer.pdf)
    else pending?.reject(new Error(answer.error))
    watch()
  }

  /** While something is awaited the process holds the shop open and has a time limit; idle it does neither. */
  function watch(): void {
    clearTimeout(timer)
    if (waiting.size > 0) {
      child?.ref()
      child?.channel?.ref()
      timer = setTimeout(() => end(new Error('the PDF process did not answer in time')), renderMilliseconds)
    } else {
      child?.unref()
      child?.channel?.unref()
      timer = setTimeout(() => end(new Error('idle')), idleMilliseconds).unref()
    }
  }

  return {
    render: (template, inputs) =>
      new Promise((resolve, reject) => {
        child ??= start()
        const request: RenderRequest = { id: ++lastId, template, inputs }
        waiting.set(request.id, { resolve, reject })
        watch()
        child.send(request, error => {
          if (error !== null && waiting.delete(request.id)) reject(error)
        })
      }),
    close: () => end(new Error('the PDF renderer was closed')),
  }
}

/** One for the whole shop; it holds nothing until the first document is asked for and nothing soon after the last. */
const renderer = pdfRenderer()

export const renderPdf = renderer.render

/** Ends the rendering process at once, for a clean stop of the shop. */
export const stopRendering = (): void => renderer.close()
