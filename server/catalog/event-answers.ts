import type { Shop } from '#server/context.ts'
import type { EventForSale } from './catalog.ts'
import { FRESH_MS } from './catalog.ts'
import { presentCategories, presentEvent } from './present.ts'
import type { SeatTable } from './store.ts'

/**
 * The two answers every visitor of an event asks for, as finished JSON text. A text is written again when the offer or
 * the seats it was made from have changed, and at the latest after FRESH_MS, because sales begin and end by the clock.
 */
export type EventAnswers = {
  /** Undefined for an unknown event. */
  event(shortName: string): Promise<string | undefined>
  categories(shortName: string): Promise<string | undefined>
}

export function eventAnswers({ catalog, clock, texts }: Pick<Shop, 'catalog' | 'clock' | 'texts'>): EventAnswers {
  const written = (write: (sale: EventForSale, seats: SeatTable) => unknown) => {
    const kept = new WeakMap<SeatTable, { sale: EventForSale; at: number; text: string }>()
    return async (shortName: string): Promise<string | undefined> => {
      const sale = await catalog.eventForSale(shortName)
      if (!sale) return undefined
      const seats = await catalog.seats(sale.event)
      const now = clock.now()
      const known = kept.get(seats)
      if (known && known.sale === sale && Math.abs(now - known.at) < FRESH_MS) return known.text
      const text = JSON.stringify(write(sale, seats))
      kept.set(seats, { sale, at: now, text })
      return text
    }
  }
  return {
    event: written((sale, seats) => presentEvent(sale, seats, texts, clock.now())),
    categories: written((sale, seats) => presentCategories(sale, seats, texts, clock.now())),
  }
}
