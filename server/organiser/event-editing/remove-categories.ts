import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { EventSeats } from '#domain/organiser/event-editing/plan-seats.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { releaseSeats } from './parts/seat-store.ts'

/** Categories are taken out of an event as long as no ticket of theirs was sold or held. */

const USED = statement<{ id: number }>(
  'organiser-used-categories',
  `select id from ticket_category as category where event_id = $1 and (
     exists (select from ticket where ticket.category_id = category.id and not (${sqlTicketHas('isFree')}))
     or exists (select from token where token.category_id = category.id and token.status not in ('WAITING', 'FREE', 'CANCELLED')))`,
)

/** The categories of an event of which tickets are or were sold or held. */
export async function usedCategories(db: Queryable, eventId: number): Promise<ReadonlySet<number>> {
  return new Set((await db.query(USED, [eventId])).map(({ id }) => id))
}

/** Why these categories of an event can't be taken out; empty where they can. */
export async function problemsOfRemoval(
  tx: Tx,
  { eventId, draft }: { readonly eventId: number; readonly draft: EventDraft },
  removed: readonly number[],
): Promise<Problem[]> {
  if (removed.length === 0) return []
  const used = await usedCategories(tx, eventId)
  return removed.flatMap(id => {
    const category = draft.categories.find(one => one.id === id)
    const refuse = (code: string, ...args: (string | number)[]) => [problem(code, { field: 'removedCategories', args })]
    if (!category) return refuse('category-not-there', id)
    if (used.has(id)) return refuse('category-in-use', category.name)
    return isNamed(id, draft) ? refuse('category-named', category.name) : []
  })
}

function isNamed(id: number, { promoCodes, discounts, fields }: EventDraft): boolean {
  const byCode = promoCodes.some(({ effect }) =>
    effect.codeType === 'ACCESS' ? effect.hiddenCategory === id : effect.categories.includes(id),
  )
  return byCode || [...discounts, ...fields].some(({ categories }) => categories.includes(id))
}

/** The seats of an event once the categories are out of it: theirs are in the pool. */
export function withoutCategories(seats: EventSeats, removed: readonly number[]): EventSeats {
  const free = seats.categories
    .filter(({ id }) => removed.includes(id))
    .reduce((sum, category) => sum + category.free, 0)
  return {
    ...seats,
    poolFree: seats.poolFree + free,
    categories: seats.categories.filter(({ id }) => !removed.includes(id)),
  }
}

/** Deletes categories of which `problemsOfRemoval` has found nothing; their seats return to the pool. */
export async function removeCategories(
  tx: Tx,
  { eventId, seats }: { readonly eventId: number; readonly seats: EventSeats },
  removed: readonly number[],
): Promise<void> {
  for (const { id, free } of seats.categories.filter(category => removed.includes(category.id))) {
    await releaseSeats(tx, eventId, id, free)
    await tx.kysely.deleteFrom('ticket_category').where('id', '=', id).execute()
  }
}
