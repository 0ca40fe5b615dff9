import { Worker } from 'node:worker_threads'
import type { HeavyRequest, HeavyResult, HeavyTask } from './heavy-task.ts'

/** How long the thread is kept for the next task, how long one task may take, and how much memory it may have. */
const LIMITS = { idleMilliseconds: 20_000, taskMilliseconds: 2_000, megabytes: 128 }

type Waiting = {
  readonly request: HeavyRequest
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: Error) => void
}

/**
 * Work whose cost an organiser decides, done one after the other in a thread beside the one that serves everybody. A task
 * that takes too long or too much memory ends with its thread, and the next one gets a new thread.
 */
export class HeavyWorker {
  readonly #limits: typeof LIMITS
  readonly #queue: Waiting[] = []
  #thread: Worker | undefined
  #isReady = false
  #current: Waiting | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Rejects when the task fails, or exceeds its limits once it has begun. */
  run<Input, Answer>({ module, name }: HeavyTask<Input, Answer>, input: Input): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = { module, name, input }
      // The thread calls the function whose shape the task has.
      this.#queue.push({ request, resolve: answer => resolve(answer as Answer), reject })
      this.#next()
    })
  }

  #start(): Worker {
    const started = new Worker(new URL('./heavy-thread.ts', import.meta.url), {
      // Without the shop's environment: what reads organisers' texts need not know its secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    })
    const isOurs = () => this.#thread === started
    started.on('message', (message: unknown) => isOurs() && this.#receive(message))
    started.once('error', error => isOurs() && this.#end(error instanceof Error ? error : new Error(String(error))))
    started.once('exit', () => isOurs() && this.#end(new Error('the thread ended')))
    this.#isReady = false
    return started
  }

  #receive(message: unknown): void {
    if (message === 'ready') {
      this.#isReady = true
    } else {
      const result = message as HeavyResult
      const done = this.#current
      this.#current = undefined
      clearTimeout(this.#timer)
      if ('answer' in result) done?.resolve(result.answer)
      else done?.reject(new Error(result.error))
    }
    this.#next()
  }

  /** Ends the thread and refuses what it is at, or what it was started for; then goes on with what waits. */
  #end(reason: Error): void {
    clearTimeout(this.#timer)
    const failed = this.#current ?? this.#queue.shift()
    this.#current = undefined
    this.#leave()
    failed?.reject(reason)
    this.#next()
  }

  #next(): void {
    if (this.#current) return
    if (this.#queue.length === 0) return this.#rest()
    this.#thread ??= this.#start()
    this.#thread.ref()
    if (!this.#isReady) return
    const { taskMilliseconds } = this.#limits
    clearTimeout(this.#timer)
    this.#current = this.#queue.shift()
    this.#timer = setTimeout(
      () => this.#end(new Error(`it was not done within ${taskMilliseconds} ms`)),
      taskMilliseconds,
    )
    this.#thread.postMessage(this.#current?.request)
  }

  /** An idle thread does not hold the shop open, and goes after a while. */
  #rest(): void {
    clearTimeout(this.#timer)
    if (!this.#thread) return
    this.#thread.unref()
    this.#timer = setTimeout(() => this.#leave(), this.#limits.idleMilliseconds).unref()
  }

  #leave(): void {
    const left = this.#thread
    this.#thread = undefined
    void left?.terminate()
  }
}

/** What readers wait for and what is checked while organisers save don't wait for each other. */
export const workForReaders = new HeavyWorker()
export const workForOrganisers = new HeavyWorker()
