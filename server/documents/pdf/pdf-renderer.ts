import { fork } from 'node:child_process'
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

type Limits = {
  /** How long a process is kept for the next document. */
  readonly idleMilliseconds: number
  /** How long one document may take. */
  readonly renderMilliseconds: number
  /** After so many another process goes on, because the compiler keeps 0.1 MB of each with a picture. */
  readonly documents: number
}

const LIMITS: Limits = { idleMilliseconds: 20_000, renderMilliseconds: 30_000, documents: 250 }

/** A young generation of 1 MB: half a megabyte outside the heap is freed when the handle of a document is collected (decision 8). */
const LEAN = ['--max-semi-space-size=1']

/** Renders in one child process, which is started by the first call and ends when it has been idle for a while. */
export function pdfRenderer(limits: Partial<Limits> = {}): PdfRenderer {
  const all = { ...LIMITS, ...limits }
  let current: RenderingProcess | undefined
  /** What comes after the last document of the process waits for the next process. */
  let queue: PromiseWithResolvers<void>[] = []

  function takeQueue(): readonly PromiseWithResolvers<void>[] {
    const taken = queue
    queue = []
    return taken
  }

  async function render(...[template, inputs]: Parameters<PdfRenderer['render']>): Promise<Uint8Array> {
    current ??= startProcess(all, () => {
      current = undefined
      for (const { resolve } of takeQueue()) resolve()
    })
    if (current.isTaking()) return current.render(template, inputs)
    const turn = Promise.withResolvers<void>()
    queue.push(turn)
    await turn.promise
    return render(template, inputs)
  }

  return {
    render,
    close: () => {
      const reason = new Error('the PDF renderer was closed')
      for (const { reject } of takeQueue()) reject(reason)
      current?.end(reason)
    },
  }
}

type RenderingProcess = Pick<PdfRenderer, 'render'> & {
  /** False after its last document. */
  isTaking(): boolean
  /** Ends the process and refuses whatever still waits for it. */
  end(reason: Error): void
}

/** @param whenEnded Called once, as soon as the process takes nothing more. */
function startProcess(
  { idleMilliseconds, renderMilliseconds, documents }: Limits,
  whenEnded: () => void,
): RenderingProcess {
  // Without the shop's environment: what draws buyers' texts need not know its secrets.
  const child = fork(PROCESS, { env: { MALLOC_ARENA_MAX: '1' }, execArgv: LEAN, serialization: 'advanced' })
  const waiting = new Map<number, Waiting>()
  let sent = 0
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined

  function end(reason: Error): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(timer)
    child.kill('SIGKILL')
    whenEnded()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function receive(message: unknown): void {
    const answer = message as RenderReply
    const pending = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('file' in answer) pending?.resolve(answer.file)
    else pending?.reject(new Error(answer.error))
    if (sent >= documents && waiting.size === 0) end(new Error('it has rendered its last document'))
    else watch()
  }

  /** While something is awaited the process holds the shop open and has a time limit; idle it does neither. */
  function watch(): void {
    clearTimeout(timer)
    if (hasEnded) return
    if (waiting.size > 0) {
      child.ref()
      child.channel?.ref()
      timer = setTimeout(() => end(new Error('the PDF process did not answer in time')), renderMilliseconds)
    } else {
      child.unref()
      child.channel?.unref()
      timer = setTimeout(() => end(new Error('idle')), idleMilliseconds).unref()
    }
  }

  const isGone = (reason: string): void => end(new Error(`the PDF process ended: ${reason}`))
  child.on('message', receive)
  child.once('error', error => isGone(error.message))
  child.once('exit', (code, signal) => isGone(signal ?? `exit code ${code}`))
  return {
    isTaking: () => !hasEnded && sent < documents,
    end,
    render: (template, inputs) =>
      new Promise((resolve, reject) => {
        const request: RenderRequest = { id: ++sent, template, inputs }
        waiting.set(request.id, { resolve, reject })
        watch()
        child.send(request, error => {
          if (error !== null && waiting.delete(request.id)) reject(error)
        })
      }),
  }
}

/** One for the whole shop; it holds nothing until the first document is asked for and nothing soon after the last. */
const renderer = pdfRenderer()

export const renderPdf = renderer.render

/** Ends the rendering process at once, for a clean stop of the shop. */
export const stopRendering = (): void => renderer.close()
