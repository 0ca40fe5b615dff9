import { sponsorLeadPath, sponsorLeadsFilePath, sponsorLeadsPath, sponsorPath } from '#contract/paths.ts'
import { MAX_INTEGER } from '#contract/limits.ts'
import type { SponsorInfo, SponsorLead } from '#contract/sponsor.ts'
import { readCode } from '#domain/door/door-scan/read-code.ts'
import { type CallResult, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { type DoorCalls, callsWith, fileWith } from '../device/door-calls.ts'
import { type SponsorStore, type WaitingScan, openSponsorStore } from './sponsor-store.ts'

/** What came of the last scan. */
export type ScanAnswer =
  | { readonly kind: 'new' | 'known'; readonly lead: SponsorLead }
  | { readonly kind: 'refused'; readonly problem: WireProblem }

/** What the page of a sponsor shows. */
export type SponsorState = {
  /** `none`: no link of a sponsor was opened here. `closed`: its key has ended. */
  readonly phase: 'opening' | 'none' | 'closed' | 'ready'
  readonly info: SponsorInfo | null
  /** The latest first, and after them those that were scanned again. */
  readonly leads: readonly SponsorLead[]
  readonly count: number
  readonly next: number | null
  readonly isReached: boolean
  /** What has not arrived. */
  readonly unsent: readonly WaitingScan[]
  readonly answer: ScanAnswer | null
}

const FIRST: SponsorState = {
  phase: 'opening',
  info: null,
  leads: [],
  count: 0,
  next: null,
  isReached: true,
  unsent: [],
  answer: null,
}

const NO_TICKET: ScanAnswer = {
  kind: 'refused',
  problem: { field: '', code: 'foyer.sponsor.refused.unknown', args: [] },
}

const refusedBy = (problem: WireProblem): CallResult<never> => ({ kind: 'refused', problems: [problem], value: null })

/** How often the list is read again while the page is in sight: several phones work for one sponsor. */
const REFRESH_MS = 30_000

const CHANGED = 'foyer.sponsor.changed'

/** Were notes not stored because another device has changed them? */
export const isChanged = (result: CallResult<unknown>): boolean =>
  result.kind === 'refused' && result.problems.some(({ code }) => code === CHANGED)

type Notes = Pick<SponsorLead, 'notes' | 'status'>
type Opened = { readonly store: SponsorStore; readonly key: string; readonly calls: DoorCalls }

/**
 * A device at the booth of a sponsor. It needs a connection; a scan that does not arrive is kept until it does, and is sent again by
 * a press, by the next scan, when the connection is back, or when the list is read again.
 */
export class SponsorDevice {
  #state = FIRST
  readonly #listeners = new Set<() => void>()
  #opened: Promise<Opened | undefined> | undefined
  /** The ids of those whose notes are open. */
  readonly #edited = new Set<number>()
  /** The ids of those among them whom another device has removed. */
  #removed: ReadonlySet<number> = new Set()
  /** Each call after the other. */
  #last: Promise<unknown> = Promise.resolve()

  readonly state = (): SponsorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins with the key of a link, or with the one that is kept. */
  start(key: string | undefined): void {
    this.#opened = this.#open(key)
    this.again()
    addEventListener('online', this.again)
    document.addEventListener('visibilitychange', this.#againInSight)
    setInterval(this.#againInSight, REFRESH_MS)
  }

  readonly #againInSight = (): void => {
    if (document.visibilityState === 'visible') this.again()
  }

  /** Sends what has not arrived, and reads the list. */
  readonly again = (): void =>
    void this.#inTurn(async it => {
      await this.#send(it)
      await this.#read(it)
    })

  readonly scan = (code: string): Promise<unknown> =>
    this.#inTurn(async it => {
      const { unsent } = this.#state
      if (readCode(code).kind !== 'TICKET') return this.#set({ answer: NO_TICKET })
      await this.#keep(it, [...unsent.filter(one => one.code !== code), { code, at: Date.now() }])
      await this.#send(it)
    })

  readonly more = (): Promise<unknown> =>
    this.#inTurn(async it => {
      const { next } = this.#state
      if (next === null) return
      const read = await it.calls.call('GET', sponsorLeadsPath, { query: { before: next } })
      if (read.kind !== 'done') return this.#failed(read.kind)
      const { leads } = this.#state
      const fresh = read.value.leads.filter(({ id }) => leads.every(lead => lead.id !== id))
      this.#set({ ...read.value, leads: [...leads, ...fresh], isReached: true })
    })

  /** Keeps a person in the list as long as their notes are open, so that nothing typed is lost; returns what ends that. */
  readonly edited = (id: number): (() => void) => {
    this.#edited.add(id)
    return () => {
      this.#edited.delete(id)
      if (this.#removed.has(id)) this.#set({ leads: this.#state.leads.filter(lead => lead.id !== id) })
    }
  }

  /** Where another device changed the notes meanwhile, the list has those, and saving again replaces them. */
  readonly note = async (lead: SponsorLead, wanted: Notes): Promise<CallResult<SponsorLead>> => {
    const it = await this.#opened
    if (!it) return { kind: 'signed-out' }
    const seen = { notes: lead.notes, status: lead.status }
    const body = { ...wanted, seen }
    const noted = await it.calls.call('PUT', sponsorLeadPath, { params: { leadId: lead.id }, body })
    if (noted.kind === 'done') this.#replace(noted.value)
    if (noted.kind === 'signed-out') this.#failed(noted.kind)
    // What was typed stays to be read.
    if (noted.kind === 'missing') return refusedBy({ field: '', code: 'foyer.sponsor.gone', args: [] })
    if (noted.kind !== 'conflict') return noted
    // The decoding edge: what the contract of the call says of 409.
    const present = noted.value as SponsorLead
    this.#replace(present)
    return refusedBy({ field: 'notes', code: CHANGED, args: [present.notes] })
  }

  /** Removes a person who was scanned by mistake; whom another device has removed is removed here, too. */
  readonly remove = async ({ id: leadId }: SponsorLead): Promise<CallResult<unknown>> => {
    const it = await this.#opened
    if (!it) return { kind: 'signed-out' }
    const removed = await it.calls.call('DELETE', sponsorLeadPath, { params: { leadId } })
    if (removed.kind === 'signed-out') this.#failed(removed.kind)
    if (removed.kind !== 'done' && removed.kind !== 'missing') return removed
    const { leads, count, answer } = this.#state
    const isShown = leads.some(({ id }) => id === leadId)
    this.#set({
      leads: leads.filter(({ id }) => id !== leadId),
      count: isShown ? Math.max(0, count - 1) : count,
      answer: answer !== null && answer.kind !== 'refused' && answer.lead.id === leadId ? null : answer,
    })
    return { kind: 'done', value: undefined }
  }

  /** The list as a file; undefined where it could not be read. */
  readonly file = async (): Promise<Blob | undefined> => {
    const it = await this.#opened
    const file = it && (await fileWith('SponsorKey', it.key, sponsorLeadsFilePath))
    if (!file) this.#set({ isReached: false })
    return file
  }

  #set(change: Partial<SponsorState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #replace(lead: SponsorLead): void {
    this.#set({ leads: this.#state.leads.map(one => (one.id === lead.id ? lead : one)) })
  }

  #failed(kind: string): void {
    this.#set(kind === 'signed-out' ? { phase: 'closed' } : { isReached: false })
  }

  async #keep({ store }: Opened, unsent: readonly WaitingScan[]): Promise<void> {
    this.#set({ unsent })
    await store.keep('waiting', unsent)
  }

  async #open(key: string | undefined): Promise<Opened | undefined> {
    const store = await openSponsorStore()
    const before = await store.kept('key')
    // Codes are of the sponsor for which they were scanned.
    if (key !== undefined && key !== before) {
      await store.keep('waiting', [])
      await store.keep('key', key)
    }
    const present = key ?? before
    if (present === undefined) {
      this.#set({ phase: 'none' })
      return undefined
    }
    this.#set({ unsent: (await store.kept('waiting')) ?? [] })
    return { store, key: present, calls: callsWith(present, 'SponsorKey') }
  }

  /** In the order of the scans; those after one that does not arrive wait with it. */
  async #send(it: Opened): Promise<void> {
    for (const { code, at } of this.#state.unsent) {
      // By how long it waited, not by a clock that may be wrong, the shop knows who was removed since.
      const ageMs = Math.min(Math.max(0, Date.now() - at), MAX_INTEGER)
      const sent = await it.calls.call('POST', sponsorLeadsPath, { body: { code, ageMs } })
      if (sent.kind !== 'done' && sent.kind !== 'refused') return this.#failed(sent.kind)
      await this.#keep(
        it,
        this.#state.unsent.filter(one => one.code !== code),
      )
      this.#set({ isReached: true })
      if (sent.kind === 'refused') {
        const [problem] = explain(sent)
        if (problem) this.#set({ answer: { kind: 'refused', problem } })
      } else this.#take(sent.value)
    }
  }

  #take({ isNew, lead }: { readonly isNew: boolean; readonly lead: SponsorLead }): void {
    const { leads, count } = this.#state
    this.#set({
      leads: [lead, ...leads.filter(({ id }) => id !== lead.id)],
      count: isNew ? count + 1 : count,
      answer: { kind: isNew ? 'new' : 'known', lead },
    })
  }

  async #read({ calls }: Opened): Promise<void> {
    const info = await calls.call('GET', sponsorPath)
    if (info.kind !== 'done') return this.#failed(info.kind)
    const list = await this.#readShown(calls)
    if (list.kind !== 'done') return this.#failed(list.kind)
    const { leads, count, next } = list.value
    const removed = this.#state.leads.filter(({ id }) => this.#edited.has(id) && leads.every(lead => lead.id !== id))
    this.#removed = new Set(removed.map(({ id }) => id))
    this.#set({ phase: 'ready', info: info.value, leads: [...removed, ...leads], count, next, isReached: true })
  }

  /** As many of the list as are shown, and at least its first part. */
  async #readShown(calls: DoorCalls) {
    let list = await calls.call('GET', sponsorLeadsPath)
    while (list.kind === 'done' && list.value.next !== null && list.value.leads.length < this.#state.leads.length) {
      const { leads, next } = list.value
      const further = await calls.call('GET', sponsorLeadsPath, { query: { before: next } })
      if (further.kind !== 'done') return further
      list = { ...further, value: { ...further.value, leads: [...leads, ...further.value.leads] } }
    }
    return list
  }

  async #inTurn(work: (it: Opened) => Promise<unknown>): Promise<void> {
    const done = this.#last.then(async () => {
      const it = await this.#opened
      if (it) await work(it)
    })
    this.#last = done.catch(() => undefined)
    await done
  }
}
