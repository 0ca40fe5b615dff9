import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { type VersionedReservation, findSoldTickets } from './reservations.ts'

type Read = VersionedReservation & { readonly ticket: Ticket }

type Asked = { readonly publicId: string; readonly answer: PromiseWithResolvers<Read | undefined> }

const waiting = new WeakMap<Database, Asked[]>()

/** Reads a ticket and its reservation; all that are asked for until the event loop comes round, by one statement. */
export function readSoon(db: Database, publicId: string): Promise<Read | undefined> {
  const asked = { publicId, answer: Promise.withResolvers<Read | undefined>() }
  const others = waiting.get(db)
  if (others) others.push(asked)
  else {
    waiting.set(db, [asked])
    setImmediate(() => void readAll(db))
  }
  return asked.answer.promise
}

async function readAll(db: Database): Promise<void> {
  const asked = waiting.get(db) ?? []
  waiting.delete(db)
  try {
    const found = await findSoldTickets(db, [...new Set(asked.map(({ publicId }) => publicId))])
    const byId = new Map(found.map(one => [one.ticket.publicId, one]))
    for (const { publicId, answer } of asked) answer.resolve(byId.get(publicId.toLowerCase()))
  } catch (error) {
    for (const { answer } of asked) answer.reject(error)
  }
}
