import { FairQueue } from './fair-queue.ts'
import type { HeavyMessage, HeavyRequest, HeavyTask } from './heavy-task.ts'
import { type Executor, startProcess, startThread } from './executor.ts'

const LIMITS = {
  /** How long the thread or process is kept for the next task. */
  idleMilliseconds: 20_000,
  /** How much processor time one task may take: a busy machine takes nothing from it. */
  taskMilliseconds: 2_000,
  /** After how many looks at a thread that does not come to its end it is given up: half a minute. */
  checks: 300,
  megabytes: 128,
  /** How many tasks of one owner may wait. */
  waitingOfOne: 1_000,
}

/** How often a thread at work is checked. A stopped process checks once when it goes on. */
const CHECK_MS = 100

type Waiting = {
  readonly request: HeavyRequest
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: Error) => void
}

type Current = Waiting & {
  readonly owner: string
  /** The processor time of the thread when the work began, in microseconds; undefined while its module is loaded. */
  startedAt?: number
}

/**
 * Work whose cost an organiser decides, done one after the other in a thread or process beside the thread that serves visitors. The
 * owners take turns. A task that takes too long or too much memory ends with its thread or process, and the next one gets
 * another.
 */
export class HeavyWorker {
  readonly #limits: typeof LIMITS
  readonly #queue: FairQueue<Waiting>
  readonly #open: typeof startThread
  #executor: Executor | undefined
  #isReady = false
  #current: Current | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Partial<typeof LIMITS> = {}, open = startThread) {
    this.#open = open
    this.#limits = { ...LIMITS, ...limits }
    this.#queue = new FairQueue(this.#limits.waitingOfOne)
  }

  /**
   * Rejects with WorkFailed when the task fails or exceeds its limits by what it was given, and with WorkPutOff when it is
   * the machine that keeps it from being done, or when too many tasks of this owner wait.
   */
  run<Input, Answer>({ module, name }: HeavyTask<Input, Answer>, input: Input, owner: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = { module, name, input }
      // The thread calls the function whose shape the task has.
      const waiting: Waiting = { request, resolve: answer => resolve(answer as Answer), reject }
      if (!this.#queue.add(owner, waiting)) reject(new WorkPutOff('turn', `too many tasks of ${owner} wait`))
      else if (!this.#current) this.#next()
    })
  }

  #start(): Executor {
    const isOurs = () => this.#executor === started
    const started: Executor = this.#open(this.#limits.megabytes, {
      message: message => isOurs() && this.#receive(message),
      ended: (reason, isByTask) => isOurs() && this.#end(this.#reasonOf(reason, isByTask)),
    })
    this.#isReady = false
    this.#watch(started)
    return started
  }

  /** Only work that has begun can have used up the memory by itself. */
  #reasonOf(reason: string, isByTask: boolean): Error {
    const isUnderWay = this.#current?.startedAt !== undefined
    return isUnderWay && isByTask ? new WorkFailed(reason) : new WorkPutOff('machine', reason)
  }

  #receive(message: HeavyMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true
        return this.#next()
      case 'begun':
        if (this.#current) this.#current.startedAt = message.processorTime
        return
      case 'not-loaded':
        // A module that has failed once stays so for its thread.
        return this.#end(new WorkPutOff('machine', message.error))
      case 'done':
        this.#take(message)?.resolve(message.answer)
        return this.#next()
      case 'failed':
        this.#take(message)?.reject(new WorkFailed(message.error))
        return this.#next()
      default:
        return message satisfies never
    }
  }

  /** The task that the thread is done with, if it was at one. */
  #take({ processorTime }: { readonly processorTime: number }): Waiting | undefined {
    const done = this.#current
    this.#current = undefined
    clearTimeout(this.#timer)
    if (done) this.#queue.spend(done.owner, (processorTime - (done.startedAt ?? processorTime)) / 1000)
    return done
  }

  /** Ends the executor and refuses its task, or what it was started for; then continues with what waits. */
  #end(reason: Error): void {
    clearTimeout(this.#timer)
    const failed = this.#current ?? this.#queue.next()?.item
    if (this.#current) this.#queue.spend(this.#current.owner, this.#limits.taskMilliseconds)
    this.#current = undefined
    this.#leave()
    failed?.reject(reason)
    this.#next()
  }

  #next(): void {
    if (this.#current) return
    if (this.#queue.isEmpty) return this.#rest()
    this.#executor ??= this.#start()
    this.#executor.ref()
    if (!this.#isReady) return
    const next = this.#queue.next()
    if (!next) return
    this.#current = { ...next.item, owner: next.owner }
    this.#watch(this.#executor)
    this.#executor.send(next.item.request)
  }

  /** Checks the executor until its task, or its start, is over. */
  #watch(executor: Executor, checks = 1): void {
    clearTimeout(this.#timer)
    const task = this.#current
    const isOver = () => this.#executor !== executor || this.#current !== task || (!task && this.#isReady)
    this.#timer = setTimeout(async () => {
      if (isOver()) return
      if (checks >= this.#limits.checks) return this.#end(new WorkPutOff('machine', 'the thread got no processor'))
      this.#watch(executor, checks + 1)
      const startedAt = task?.startedAt
      if (startedAt === undefined) return
      const { taskMilliseconds } = this.#limits
      const isTooLong = (await executor.processorTime()) - startedAt > taskMilliseconds * 1000
      if (isTooLong && !isOver()) this.#end(new WorkFailed(`it was not done within ${taskMilliseconds} ms`))
    }, CHECK_MS)
  }

  /** An idle executor does not hold the shop open, and is ended after a while. */
  #rest(): void {
    clearTimeout(this.#timer)
    if (!this.#executor) return
    this.#executor.unref()
    this.#timer = setTimeout(() => this.#leave(), this.#limits.idleMilliseconds).unref()
  }

  #leave(): void {
    const left = this.#executor
    this.#executor = undefined
    left?.end()
  }
}

/** What readers wait for and what is checked while organisers save don't wait for each other. */
export const workForReaders = new HeavyWorker()
export const workForOrganisers = new HeavyWorker({ waitingOfOne: 32 })
/**
 * Photographs and pictures that are made small, one at a time: each may take as much memory as all other work together, and their library
 * some 30 MB from its first one on. So both are in a process, which ends.
 */
export const workForImages = new HeavyWorker({ waitingOfOne: 16, taskMilliseconds: 30_000, checks: 600 }, startProcess)
/** Bank statements, which may be long: one at a time, beside everything else. */
export const workForStatements = new HeavyWorker({ waitingOfOne: 8, taskMilliseconds: 20_000, megabytes: 256 })

/** The task failed by what it was given: it will fail whenever it is done again. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed'
}

/**
 * The task was not done and may be done in a moment. `machine`: the thread did not start, ended, or got no processor.
 * `turn`: too much of the same owner waits already.
 */
export class WorkPutOff extends Error {
  override readonly name = 'WorkPutOff'
  readonly reason: 'machine' | 'turn'

  constructor(reason: 'machine' | 'turn', message: string) {
    super(message)
    this.reason = reason
  }
}
