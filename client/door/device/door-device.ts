import { doorAttendeesPath, doorPath } from '#contract/paths.ts'
import type { DoorAnswer, DoorInfo, FoundPeople, SentScan } from '#contract/door.ts'
import { type DoorCalls, callsWith, inTime } from './door-calls.ts'
import { type DoorStore, openDoorStore } from './door-store.ts'
import { bringList } from './bring-list.ts'
import { judgeAlone } from './judge-alone.ts'
import { bareAnswer } from '#contract/bare-answer.ts'
import type { RecentScan } from './recent-scan.ts'
import { sendWaiting } from './send-waiting.ts'

/** What the page shows of its device. */
export type DoorState = {
  /** `none`: no link of a door was opened here. `closed`: the key has ended. */
  readonly phase: 'opening' | 'none' | 'closed' | 'ready'
  readonly info: DoorInfo | null
  readonly isOnline: boolean
  readonly waiting: number
  readonly listed: number
  /** The latest first. */
  readonly recent: readonly RecentScan[]
}

const FIRST: DoorState = { phase: 'opening', info: null, isOnline: true, waiting: 0, listed: 0, recent: [] }

const EVERY_MS = 5_000
/** The list and the figures are read again so often. */
const REFRESH_EVERY = 6

/**
 * A device at a door. Each scan is kept before anything else is done with it, is answered by the shop where that is reached, and
 * by the device alone otherwise; what waits is sent as soon as there is a connection again.
 */
export class DoorDevice {
  #state = FIRST
  readonly #listeners = new Set<() => void>()
  #opened: Promise<Opened | undefined> | undefined
  #rounds = 0
  /** Each scan after the other, in the order in which they were made. */
  #last: Promise<unknown> = Promise.resolve()

  readonly state = (): DoorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins with the key of a link, or with the one that is kept; goes on until the page ends. */
  start(key: string | undefined): void {
    this.#opened = this.#open(key)
    const again = () => void navigator.locks.request('foyer-door', { ifAvailable: true }, lock => lock && this.#round())
    again()
    setInterval(again, EVERY_MS)
    addEventListener('online', again)
  }

  scan(code: string): Promise<RecentScan | undefined> {
    return this.#inTurn(it => this.#take(it, { scan: newScan(it, { kind: 'CODE', code }), code }))
  }

  letIn(person: string): Promise<RecentScan | undefined> {
    return this.#inTurn(it => this.#take(it, { scan: newScan(it, { kind: 'PERSON', person }) }))
  }

  /** What was due has been taken at the door. */
  pay({ code, person }: RecentScan): Promise<RecentScan | undefined> {
    const of = person === null ? ({ kind: 'CODE', code } as const) : ({ kind: 'PERSON', person } as const)
    return this.#inTurn(it => this.#take(it, { scan: newScan(it, { ...of, isPaid: true }), code }))
  }

  async undo(recent: RecentScan): Promise<void> {
    await this.#inTurn(async it => {
      await it.store.enqueue({ key: it.key, scan: newScan(it, { kind: 'UNDO', undoes: recent.id }) })
      await it.store.removeInside(recent.id)
      await it.store.putRecent({ ...recent, isUndone: true })
      await sendWaiting(it.store, it.device)
      await this.#count(it)
    })
  }

  /** The calls of this door, for what has to have a connection. */
  readonly calls = async (): Promise<DoorCalls | undefined> => (await this.#opened)?.calls

  /** People by name; null where the shop is not reached. */
  readonly find = async (q: string): Promise<FoundPeople | null> => {
    const it = await this.#opened
    const found = it && (await inTime(signal => it.calls.call('GET', doorAttendeesPath, { query: { q }, signal })))
    return found?.kind === 'done' ? found.value : null
  }

  #set(change: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #open(key: string | undefined): Promise<Opened | undefined> {
    const store = await openDoorStore()
    const before = await store.kept('key')
    if (key !== undefined && key !== before) {
      await store.clear()
      await store.keep('key', key)
    }
    const present = key ?? before
    if (present === undefined) {
      this.#set({ phase: 'none' })
      return undefined
    }
    const device = (await store.kept('device')) ?? crypto.randomUUID()
    await store.keep('device', device)
    const info = (await store.kept('info')) ?? null
    this.#set({ info, phase: info ? 'ready' : 'opening', recent: await store.recentScans() })
    return { store, key: present, device, calls: callsWith(present), offset: (await store.kept('offset')) ?? 0 }
  }

  async #count({ store }: Opened): Promise<void> {
    const [waiting, listed] = [await store.countWaiting(), await store.countTickets()]
    this.#set({ waiting, listed, recent: await store.recentScans() })
  }

  #note({ isOnline, counts }: { isOnline?: boolean | undefined; counts?: DoorInfo['counts'] | undefined }): void {
    if (isOnline !== undefined) this.#set({ isOnline })
    if (counts && this.#state.info) this.#set({ info: { ...this.#state.info, counts } })
  }

  /** Sends what waits; then, from time to time, reads the figures and the list. */
  async #round(): Promise<void> {
    const it = await this.#opened
    if (!it) return
    this.#note(await sendWaiting(it.store, it.device))
    const { isOnline, phase } = this.#state
    if (this.#rounds % REFRESH_EVERY === 0 || !isOnline || phase !== 'ready') await this.#refresh(it)
    this.#rounds += 1
    await this.#count(it)
  }

  async #refresh(it: Opened): Promise<void> {
    const read = await inTime(signal => it.calls.call('GET', doorPath, { signal }), EVERY_MS)
    if (read.kind === 'signed-out') return this.#set({ phase: 'closed', isOnline: true })
    if (read.kind !== 'done') return this.#set({ isOnline: false })
    it.offset = read.value.now - Date.now()
    await it.store.keep('offset', it.offset)
    await it.store.keep('info', read.value)
    this.#set({ info: read.value, phase: 'ready', isOnline: true })
    await bringList(it.calls, it.store)
  }

  async #take(it: Opened, made: Made): Promise<RecentScan> {
    const { scan, code = '' } = made
    const place = await it.store.enqueue({ key: it.key, scan })
    const mustWait = !this.#state.isOnline || (await it.store.countWaiting()) > 1
    const answered = mustWait ? undefined : await sendWaiting(it.store, it.device, scan.id)
    if (answered) this.#note(answered)
    const answer = answered?.answer ?? (await this.#alone(it, made, place))
    const isWaiting = answered?.answer === undefined
    const recent = { id: scan.id, at: scan.at, code, person: scan.person ?? null, answer, isWaiting, isUndone: false }
    // After the answer, for which a person waits, and before the next scan.
    void this.#inTurn(async () => {
      await it.store.putRecent(recent)
      await this.#count(it)
    })
    return recent
  }

  async #alone(it: Opened, { scan, code = '' }: Made, place: number): Promise<DoorAnswer> {
    const { info } = this.#state
    if (!info || scan.kind !== 'CODE') return bareAnswer(scan.id, 'UNKNOWN')
    const shown = { id: scan.id, code, at: scan.at, isPaid: scan.isPaid ?? false }
    const { answer, ticketId } = await judgeAlone({ store: it.store, info }, shown)
    const { outcome } = answer
    if (outcome === 'UNDONE' || outcome === 'NOT_UNDONE') return answer
    const letIn = outcome === 'LET_IN' && ticketId !== null ? { ticketId } : undefined
    await it.store.answeredAlone({ key: it.key, scan: { ...scan, shown: outcome }, place }, letIn)
    return answer
  }

  async #inTurn<Result>(work: (it: Opened) => Promise<Result>): Promise<Result | undefined> {
    const done = this.#last.then(async () => {
      const it = await this.#opened
      return it && work(it)
    })
    this.#last = done.catch(() => undefined)
    return done
  }
}

const newScan = ({ offset }: Opened, scan: Omit<SentScan, 'id' | 'at'>): SentScan => ({
  id: crypto.randomUUID(),
  at: Date.now() + offset,
  ...scan,
})

type Made = { readonly scan: SentScan; readonly code?: string }

type Opened = {
  readonly store: DoorStore
  readonly key: string
  readonly device: string
  readonly calls: DoorCalls
  /** How much the clock of the shop is ahead. */
  offset: number
}
