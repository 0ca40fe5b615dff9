/**
 * How many events one process saves at a time. Saving waits for others who save the same event or organisation, and holds
 * a connection meanwhile: however many organisers save at once, most connections stay with the buyers.
 */
const SAVES_AT_A_TIME = 4

let saving = 0
const waiting: (() => void)[] = []

/** Does the work when it is its turn. */
export async function saveInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (saving < SAVES_AT_A_TIME) saving += 1
  else await new Promise<void>(resolve => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else saving -= 1
  }
}
