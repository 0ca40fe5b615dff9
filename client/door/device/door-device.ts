import { doorAttendeesPath, doorPath } from '#contract/paths.ts'
import type { DoorAnswer, DoorInfo, FoundPeople, SentScan } from '#contract/door.ts'
import { type DoorCalls, callsWith, inTime } from './door-calls.ts'
import { type DoorStore, openDoorStore } from './door-store.ts'
import { bringList } from './bring-list.ts'
import { judgeAlone } from './judge-alone.ts'
import { type RecentScan, bareAnswer } from './recent-scan.ts'
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

export type DoorDevice = ReturnType<typeof doorDevice>

/**
 * A device at a door. Each scan is kept before anything else is done with it, is answered by the shop where that is reached, and
 * by the device alone otherwise; what waits is sent as soon as there is a connection again.
 */
export function doorDevice() {
  let state = FIRST
  const listeners = new Set<() => void>()
  let opened: Promise<Opened | undefined> | undefined
  let rounds = 0

  const set = (change: Partial<DoorState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function open(key: string | undefined): Promise<Opened | undefined> {
    const store = await openDoorStore()
    const before = await store.kept('key')
    if (key !== undefined && key !== before) {
      await store.clear()
      await store.keep('key', key)
    }
    const present = key ?? before
    if (present === undefined) {
      set({ phase: 'none' })
      return undefined
    }
    const device = (await store.kept('device')) ?? crypto.randomUUID()
    await store.keep('device', device)
    const info = (await store.kept('info')) ?? null
    set({ info, phase: info ? 'ready' : 'opening', recent: await store.recentScans() })
    return { store, key: present, device, calls: callsWith(present), offset: (await store.kept('offset')) ?? 0 }
  }

  async function count({ store }: Opened): Promise<void> {
    set({ waiting: await store.countWaiting(), listed: await store.countTickets(), recent: await store.recentScans() })
  }

  /** Sends what waits; then, from time to time, reads the figures and the list. */
  async function round(): Promise<void> {
    const it = await opened
    if (!it) return
    const sent = await sendWaiting(it.store, it.device)
    if (sent.isOnline !== undefined) set({ isOnline: sent.isOnline })
    if (sent.counts && state.info) set({ info: { ...state.info, counts: sent.counts } })
    if (rounds % REFRESH_EVERY === 0 || !state.isOnline || state.phase !== 'ready') await refresh(it)
    rounds += 1
    await count(it)
  }

  async function refresh(it: Opened): Promise<void> {
    const read = await inTime(signal => it.calls.call('GET', doorPath, { signal }), EVERY_MS)
    if (read.kind === 'signed-out') return set({ phase: 'closed', isOnline: true })
    if (read.kind !== 'done') return set({ isOnline: false })
    it.offset = read.value.now - Date.now()
    await it.store.keep('offset', it.offset)
    await it.store.keep('info', read.value)
    set({ info: read.value, phase: 'ready', isOnline: true })
    await bringList(it.calls, it.store)
  }

  async function take(it: Opened, made: Made): Promise<RecentScan> {
    const { scan, code = '' } = made
    await it.store.enqueue({ key: it.key, scan })
    const mustWait = !state.isOnline || (await it.store.countWaiting()) > 1
    const answered = mustWait ? undefined : await sendWaiting(it.store, it.device, scan.id)
    if (answered?.isOnline !== undefined) set({ isOnline: answered.isOnline })
    if (answered?.counts && state.info) set({ info: { ...state.info, counts: answered.counts } })
    const answer = answered?.answer ?? (await alone(it, made))
    const isWaiting = answered?.answer === undefined
    const recent = { id: scan.id, at: scan.at, code, person: scan.person ?? null, answer, isWaiting, isUndone: false }
    await it.store.putRecent(recent)
    await count(it)
    return recent
  }

  async function alone(it: Opened, { scan, code = '' }: Made): Promise<DoorAnswer> {
    if (!state.info || scan.kind !== 'CODE') return bareAnswer(scan.id, 'UNKNOWN')
    const shown = { id: scan.id, code, at: scan.at, isPaid: scan.isPaid ?? false }
    const { answer, ticketId } = await judgeAlone({ store: it.store, info: state.info }, shown)
    const { outcome } = answer
    if (outcome === 'UNDONE' || outcome === 'NOT_UNDONE') return answer
    await it.store.requeue({ key: it.key, scan: { ...scan, shown: outcome } })
    if (outcome === 'LET_IN' && ticketId !== null) await it.store.putInside(ticketId, scan.at, scan.id)
    return answer
  }

  /** Each scan after the other, in the order in which they were made. */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(work: (it: Opened) => Promise<Result>): Promise<Result | undefined> {
    const done = last.then(async () => {
      const it = await opened
      return it && work(it)
    })
    last = done.catch(() => undefined)
    return done
  }

  const nowAt = ({ offset }: Opened): number => Date.now() + offset
  const newScan = (it: Opened, scan: Omit<SentScan, 'id' | 'at'>): SentScan => ({
    id: crypto.randomUUID(),
    at: nowAt(it),
    ...scan,
  })

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    /** Begins with the key of a link, or with the one that is kept; goes on until the page ends. */
    start(key: string | undefined): void {
      opened = open(key)
      const again = () => void navigator.locks.request('foyer-door', { ifAvailable: true }, lock => lock && round())
      again()
      setInterval(again, EVERY_MS)
      addEventListener('online', again)
    },
    scan: (code: string) => inTurn(it => take(it, { scan: newScan(it, { kind: 'CODE', code }), code })),
    letIn: (person: string) => inTurn(it => take(it, { scan: newScan(it, { kind: 'PERSON', person }) })),
    /** What was due has been taken at the door. */
    pay: ({ code, person }: RecentScan) =>
      inTurn(it => {
        const of = person === null ? ({ kind: 'CODE', code } as const) : ({ kind: 'PERSON', person } as const)
        return take(it, { scan: newScan(it, { ...of, isPaid: true }), code })
      }),
    undo: (recent: RecentScan) =>
      inTurn(async it => {
        await it.store.enqueue({ key: it.key, scan: newScan(it, { kind: 'UNDO', undoes: recent.id }) })
        await it.store.removeInside(recent.id)
        await it.store.putRecent({ ...recent, isUndone: true })
        await sendWaiting(it.store, it.device)
        await count(it)
      }),
    /** People by name; null where the shop is not reached. */
    async find(q: string): Promise<FoundPeople | null> {
      const it = await opened
      const found = it && (await inTime(signal => it.calls.call('GET', doorAttendeesPath, { query: { q }, signal })))
      return found?.kind === 'done' ? found.value : null
    },
  }
}

type Made = { readonly scan: SentScan; readonly code?: string }

type Opened = {
  readonly store: DoorStore
  readonly key: string
  readonly device: string
  readonly calls: DoorCalls
  /** How much the clock of the shop is ahead. */
  offset: number
}
