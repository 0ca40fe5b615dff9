import type { EventLog } from '#server/foundation/base/event-log.ts'
import { onceInAWhile } from '#server/foundation/memory/brief-memory.ts'

/**
 * Writes all of these events or passes; where that fails, those of them that can be written by themselves. What is wrong with one
 * offer of one organiser never takes a list from all visitors: the broken one is left out and logged for the operator.
 */
export function leavingOutBroken<Item extends { readonly id: number }, Written>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Written,
  log: Pick<EventLog, 'offerLeftOut'>,
): Written {
  try {
    return write(items)
  } catch {
    return write(items.filter(item => canBeWritten(item, write, log)))
  }
}

function canBeWritten<Item extends { readonly id: number }>(
  item: Item,
  write: (items: readonly Item[]) => unknown,
  log: Pick<EventLog, 'offerLeftOut'>,
): boolean {
  try {
    write([item])
    return true
  } catch (error) {
    tell(item.id, () => log.offerLeftOut(item.id, error))
    return false
  }
}

/** Lists are read many times a second: the same is logged once a minute. */
const tell = onceInAWhile<number>(60_000)
