import type { DoorAnswer, DoorInfo } from '#contract/door.ts'
import { doorScansPath } from '#contract/paths.ts'
import { callsWith, inTime } from './door-calls.ts'
import type { DoorStore } from './door-store.ts'

/** A request that is small enough for a weak connection. */
const AT_A_TIME = 20
/** For what was made without a connection there is time. */
const PATIENCE_MS = 20_000

type Sent = {
  /** Undefined: nothing was sent. */
  readonly isOnline?: boolean
  readonly counts?: DoorInfo['counts']
  /** Of the scan that was asked about. */
  readonly answer?: DoorAnswer
}

/**
 * Sends what waits, in its order. A scan leaves the device when its answer has arrived: what is sent twice counts once.
 * @param only the scan that a person waits for at this moment
 */
export async function sendWaiting(store: DoorStore, device: string, only?: string): Promise<Sent> {
  let last: Sent = {}
  for (;;) {
    const waiting = await store.firstWaiting(AT_A_TIME)
    const [first] = waiting
    if (!first) return last
    const scans = waiting.map(({ scan }) => scan)
    const sent = await inTime(
      signal => callsWith(first.key).call('POST', doorScansPath, { body: { device, scans }, signal }),
      only === undefined ? PATIENCE_MS : undefined,
    )
    if (sent.kind === 'unreachable' || sent.kind === 'failed' || sent.kind === 'try-again') return { isOnline: false }
    // The key has ended more than a week ago, or the request was no good: it stays, and is not sent over and over.
    if (sent.kind !== 'done') return { isOnline: true }
    await store.dequeue(waiting.map(({ place }) => place))
    await noteAnswers(store, sent.value.answers)
    const answer = sent.value.answers.find(({ id }) => id === only)
    last = { isOnline: true, counts: sent.value.counts, ...(answer && { answer }) }
    if (only !== undefined) return last
  }
}

/** What the shop says of scans that the device has answered by itself. */
async function noteAnswers(store: DoorStore, answers: readonly DoorAnswer[]): Promise<void> {
  for (const recent of await store.recentScans()) {
    const answer = answers.find(({ id }) => id === recent.id)
    if (answer) await store.putRecent({ ...recent, answer, isWaiting: false })
  }
}
