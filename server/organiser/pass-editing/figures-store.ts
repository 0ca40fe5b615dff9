import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

/** What has become of a pass. */
export type PassFigures = {
  readonly passId: number
  readonly sold: number
  readonly pending: number
  readonly cancelled: number
  /** Tickets that its bought passes pay for. */
  readonly used: number
  /** Orders of those tickets. */
  readonly ordersUsing: number
  readonly linkedEvents: number
  readonly createdAt: Instant
}

const FIGURES = statement<PassFigures>(
  'organiser-pass-figures',
  `select pass.id as "passId",
     (select count(*)::int from bought_pass where pass_id = pass.id and status = 'ACQUIRED') as sold,
     (select count(*)::int from bought_pass where pass_id = pass.id and status = 'PENDING') as pending,
     (select count(*)::int from bought_pass where pass_id = pass.id and status = 'CANCELLED') as cancelled,
     (select count(*)::int from ticket join bought_pass on bought_pass.id = ticket.bought_pass_id
       where bought_pass.pass_id = pass.id) as used,
     (select count(distinct ticket.reservation_id)::int from ticket
       join bought_pass on bought_pass.id = ticket.bought_pass_id where bought_pass.pass_id = pass.id) as "ordersUsing",
     (select count(*)::int from event_pass where pass_id = pass.id) as "linkedEvents", context.created_at as "createdAt"
   from pass join purchase_context as context on context.id = pass.id where pass.id = any ($1::int[])`,
)

export const loadFigures = (db: Queryable, passIds: readonly number[]): Promise<PassFigures[]> =>
  db.query(FIGURES, [passIds])
