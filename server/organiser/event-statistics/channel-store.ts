import { EMBED_PREFIX } from '#domain/catalog/channel/channel.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'

/** What came of the visits of an event by one channel, since they are counted. */
export type ChannelRow = {
  /** '': any other way. */
  readonly channel: string
  readonly views: number
  readonly begun: number
  readonly orders: number
  readonly amount: bigint
  /** YYYY-MM-DD: the first day that was counted. */
  readonly since: string
}

/** The most orders first; none where nothing was counted yet. */
export function channelsOf(db: Queryable, eventId: number): Promise<ChannelRow[]> {
  return db.query(CHANNELS, [eventId])
}

/** So many channels are listed. */
const SHOWN = 100

const CHANNELS = statement<ChannelRow>(
  'figures-channels',
  `with counted as (
     select min(day) as since from event_visit_day where event_id = $1 having min(day) is not null
   ), part as (
     select channel, views, begun, 0 as orders, 0::bigint as amount from event_visit_day where event_id = $1
     union all
     select case when reservation.channel like '${EMBED_PREFIX}%' or link.id is not null then reservation.channel else '' end,
       0, 0, 1, final_price
     from counted join purchase_context as context on context.id = $1
       join reservation on purchase_context_id = context.id
       left join event_link as link on link.event_id = $1 and link.name = reservation.channel
     where ${reservationHas('isComplete')} and (reservation.created_at at time zone time_zone)::date >= since
   )
   select channel, sum(views)::int as views, sum(begun)::int as begun, sum(orders)::int as orders, sum(amount)::bigint as amount,
     to_char((select since from counted), 'YYYY-MM-DD') as since
   from part group by channel order by sum(orders) desc, sum(views) desc, channel limit ${SHOWN}`,
)
