import { type Queryable, statement } from '#server/database/database.ts'

/** What has become of a pass. */
export type PassFigures = {
  readonly passId: number
  readonly sold: number
  readonly pending: number
  readonly cancelled: number
  /** Tickets that its bought passes pay for. */
  readonly used: number
  readonly linkedEvents: number
}

const FIGURES = statement<PassFigures>(
  'organiser-pass-figures',
  `select pass.id as "passId",
     (select count(*)::int from bought_pass where pass_id = pass.id and status = 'ACQUIRED') as sold,
     (select count(*)::int from bought_pass where pass_id = pass.id and status = 'PENDING') as pending,
     (select count(*)::int from bought_pass where pass_id = pass.id and status = 'CANCELLED') as cancelled,
     (select count(*)::int from ticket join bought_pass on bought_pass.id = ticket.bought_pass_id
       where bought_pass.pass_id = pass.id) as used,
     (select count(*)::int from event_pass where pass_id = pass.id) as "linkedEvents"
   from pass where id = any ($1::int[])`,
)

export const loadFigures = (db: Queryable, passIds: readonly number[]): Promise<PassFigures[]> =>
  db.query(FIGURES, [passIds])
