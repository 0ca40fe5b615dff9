import { FairQueue, ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { WorkPutOff } from '#server/foundation/heavy-work/heavy-worker.ts'

/**
 * How many events one process saves at a time. Saving waits for others who save the same event or organisation, and holds
 * a connection meanwhile: however many organisers save at once, most connections stay with the buyers.
 */
const SAVES_AT_A_TIME = 4

/** How many saves of one organisation may wait. */
const WAITING_OF_ONE = 32

let saving = 0
const waiting = new FairQueue<() => void>(WAITING_OF_ONE)

/** Does the work when it is its organisation's turn. Rejects with WorkPutOff when too much of the same one waits. */
export async function saveInTurn<Result>(organization: { id: number }, work: () => Promise<Result>): Promise<Result> {
  const owner = ownerOf(organization)
  if (saving < SAVES_AT_A_TIME) saving += 1
  else await turnOf(owner)
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    waiting.spend(owner, performance.now() - startedAt)
    const next = waiting.next()
    if (next) next.item()
    else saving -= 1
  }
}

function turnOf(owner: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!waiting.add(owner, resolve)) reject(new WorkPutOff('turn', `too many saves of ${owner} wait`))
  })
}
