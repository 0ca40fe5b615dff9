import { type Gathered, type Gathering, gather } from '#server/foundation/base/gather.ts'
import { type Database, assertNoTransactionOpen } from './database.ts'
import { TryAgain } from './try-again.ts'

/** Of one kind of calls. More at once would have fewer items each; of larger ones each item would wait longer. */
const LIMITS = { atOnce: 4, size: 32 }

/**
 * Asks the database once for what several visitors want at the same moment: a call that arrives while another one is under way shares
 * the next statement (decision 143). `work` sends one statement, on its own. What PostgreSQL can't do at the moment fails all items of a
 * statement; any other error may be the fault of one, so that each is tried by itself.
 */
export function sharedCalls<Item, Answer>(
  work: (db: Database, items: readonly Item[]) => Promise<readonly Answer[]>,
  { keyOf }: Pick<Gathering<Item>, 'keyOf'> = {},
): (db: Database, item: Item) => Promise<Answer> {
  const known = new WeakMap<Database, Gathered<Item, Answer>>()
  return (db, item) => {
    assertNoTransactionOpen()
    const own =
      known.get(db) ??
      gather<Item, Answer>(items => work(db, items), {
        ...LIMITS,
        ...(keyOf && { keyOf }),
        isOfAll: error => error instanceof TryAgain,
      })
    known.set(db, own)
    return own(item)
  }
}
