import { expect } from 'vitest'
import type { Database } from '#server/foundation/database/database.ts'
import { stockCountsOf, expectConsistentData } from '../database/consistency.ts'

/**
 * After validity and grace: a buyer who did not pay holds nothing any more, and every seat is sold, awaited or free.
 */
export async function expectOnlyTransfersHeld(db: Database, shortName: string): Promise<void> {
  await expectConsistentData(db, shortName, { released: 0 })
  const { held } = await stockCountsOf(db, shortName)
  const unfinished = await db.kysely
    .selectFrom('reservation')
    .select('status')
    .where('status', 'not in', DONE)
    .execute()
  expect(unfinished).toEqual([])
  const awaited = await db.kysely
    .selectFrom('ticket')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .innerJoin('event', 'event.id', 'event_id')
    .select('ticket.id')
    .where('short_name', '=', shortName)
    .where('reservation.status', '=', 'OFFLINE_PAYMENT')
    .execute()
  expect(held).toBe(awaited.length)
}

const DONE = ['COMPLETE', 'OFFLINE_PAYMENT'] as const

/**
 * Each buyer who asked for an invoice has one; each round has its own organisation, which counts from one (lifecycle
 * C.2).
 */
export async function expectNumbersWithoutGap(db: Database, shortName: string): Promise<void> {
  const documents = await db.kysely
    .selectFrom('reservation')
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select('invoice_number')
    .where('short_name', '=', shortName)
    .where('invoice_requested', '=', true)
    .where('reservation.status', 'in', DONE)
    .execute()
  const numbers = documents.map(row => Number(row.invoice_number)).toSorted((a, b) => a - b)
  expect(numbers).toEqual(documents.map((_, index) => index + 1))
}
