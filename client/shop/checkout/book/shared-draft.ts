import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { type Form, partOf, withPart } from '#client/frame/forms/form-values.ts'
import { type TabStorage, tabStorage } from '#client/frame/storage/browser-storage.ts'
import type { BookingDraft, StoredDraft } from '#contract/booking-draft.ts'
import { bookingDraftPath } from '#contract/order-paths.ts'
import { isObject } from '../../ticket/attendee/answer-values.ts'
import { type Order, draftLaidOver, hasDraft } from '../details/booking-draft.ts'
import type { BookingValues } from '../details/booking-values.ts'
import type { Place } from '../frame/open-reservation.ts'

/** The draft is written so long after the last key, and at the latest so long after the first one. */
const PAUSE_MS = 1000
const AT_LATEST_MS = 5000

type SharedDraft = {
  /** Takes over what was typed elsewhere, or writes what was typed here. */
  readonly meet: () => Promise<void>
  /** Writes at once what has been typed since the last time. */
  readonly flush: () => Promise<void>
  /** Nothing is read or written any more. */
  readonly stop: () => void
}

type Facts = {
  readonly order: Order
  /** The form as the server fills it in. */
  readonly stored: BookingValues
  readonly storage: TabStorage
  readonly read: () => Promise<CallResult<StoredDraft>>
  readonly write: (draft: BookingDraft) => Promise<CallResult<{ readonly version: number | null }>>
}

/**
 * Keeps the form in step with its draft on the server (decision 82): a field that was typed here since the last write stays,
 * all others take the value of a newer draft; the last one to write wins. A call that fails changes nothing, and the next
 * change tries again.
 */
export function shareDraft(form: Form<BookingValues>, facts: Facts): SharedDraft {
  const { order, stored, storage } = facts
  const kept = versionKept(storage, order)
  let { version } = kept
  // After a reload it is not known which fields they were.
  let isUnwritten = !kept.isWritten
  let typed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstTyped = 0
  let isOver = false

  const note = () => keepVersion(storage, order, { version, isWritten: !isUnwritten })
  const flush = async () => {
    clearTimeout(timer)
    if (isOver || !isUnwritten || !hasDraft(storage, order)) return
    const before = typed
    typed = new Set()
    isUnwritten = false
    const answer = await facts.write(form.getValues())
    if (answer.kind === 'done') {
      if (answer.value.version === null) return stop()
      version = answer.value.version
    } else {
      typed = new Set([...before, ...typed])
      isUnwritten = true
    }
    note()
  }
  const takeOver = async () => {
    const answer = await facts.read()
    if (isOver || answer.kind !== 'done' || answer.value.version === version) return
    const newer = draftLaidOver(stored, answer.value.draft)
    if (!newer) return
    version = answer.value.version
    form.reset(withTyped(newer, form.getValues(), typed))
    note()
  }
  const unsubscribe = form.subscribe(({ path, isTyped }) => {
    if (!isTyped) return
    if (!isUnwritten) firstTyped = Date.now()
    typed.add(path)
    isUnwritten = true
    note()
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), Math.max(0, Math.min(PAUSE_MS, firstTyped + AT_LATEST_MS - Date.now())))
  })
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
  return { meet: () => (isUnwritten ? flush() : takeOver()), flush, stop }
}

function withTyped(newer: BookingValues, own: BookingValues, paths: ReadonlySet<string>): BookingValues {
  return [...paths].reduce((values, path) => withPart(values, path.split('.'), partOf(own, path)), newer)
}

type Page = { readonly place: Place; readonly stored: BookingValues; readonly leaving: AbortSignal }

/** Shares the draft as long as the page is open. */
export function joinDraft(form: Form<BookingValues>, { place, stored, leaving }: Page): void {
  if (leaving.aborted) return
  const params = { reservationId: place.reservationId }
  const shared = shareDraft(form, {
    order: place,
    stored,
    storage: tabStorage,
    read: () => server().call('GET', bookingDraftPath, { params }),
    write: draft => server().call('PUT', bookingDraftPath, { params, body: draft, isKeptAlive: true }),
  })
  const onSight = () => void (document.hidden ? shared.flush() : shared.meet())
  document.addEventListener('visibilitychange', onSight, { signal: leaving })
  leaving.addEventListener('abort', () => {
    void shared.flush()
    shared.stop()
  })
  void shared.meet()
}

const versionKey = (order: Order) => `foyer.booking.version.${order.reservationId}`

/** The draft of the server that this tab has last read or written, and whether all that was typed here since is written. */
type KeptVersion = { readonly version: number; readonly isWritten: boolean }

function keepVersion(storage: TabStorage, order: Order, kept: KeptVersion): void {
  storage.write(versionKey(order), kept)
}

function versionKept(storage: TabStorage, order: Order): KeptVersion {
  const kept = storage.read(versionKey(order))
  const isKept = isObject(kept) && typeof kept['version'] === 'number' && typeof kept['isWritten'] === 'boolean'
  return isKept ? { version: Number(kept['version']), isWritten: kept['isWritten'] === true } : NOTHING_KEPT
}

const NOTHING_KEPT: KeptVersion = { version: 0, isWritten: true }
