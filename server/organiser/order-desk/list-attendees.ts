import type { AttendeesOfCategory } from '#contract/organiser-orders.ts'
import type { Shop } from '#server/catalog/context.ts'
import { attendeeAnswers } from '#server/catalog/fields/answers.ts'
import { presentHolders } from './present.ts'
import { holdersOf } from './store.ts'

/** Everybody who holds a good ticket of an event, by category. Two statements, however many there are. */
export async function listAttendees({ db }: Pick<Shop, 'db'>, eventId: number): Promise<AttendeesOfCategory[]> {
  const holders = await holdersOf(db, eventId)
  const answers = await attendeeAnswers(
    db,
    holders.map(({ ticketId }) => ticketId),
  )
  return presentHolders(holders, answers)
}
