import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { RandomNumbers } from '../run/random-numbers.ts'
import type { RushDatabase } from '../rush/rush-database.ts'
import type { CardTally } from './card-buyer.ts'
import type { Trouble } from './card-rush.ts'
import { PROCESSES } from './several-shops.ts'

/** So many processes, by chance, end by either signal in turn, spread over the rush. */
export function endings(count: number, random: RandomNumbers): readonly Trouble[] {
  return Array.from({ length: count }, (_, index) => ({
    after: (index + random()) / (count + 1),
    happen: shops => shops.replace(Math.floor(random() * PROCESSES), index % 2 === 0 ? 'SIGKILL' : 'SIGTERM'),
  }))
}

/**
 * The database is away for so long. The processes stay the same and ask buyers to come again, and serve them without
 * any help when it is back.
 */
export function databaseAway(database: RushDatabase, after: number, milliseconds: number): Trouble {
  return {
    after,
    async happen(shops, tally: CardTally) {
      const { takeAway, bringBack } = database
      if (!takeAway || !bringBack) throw new Error('this database comes back by itself')
      const before = tally.unavailable
      takeAway()
      await pause(milliseconds)
      bringBack()
      expect(tally.unavailable).toBeGreaterThan(before)
      // No supervisor restarts a process that ends for this reason.
      await shops.whenReady()
    },
  }
}
