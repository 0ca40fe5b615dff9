import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Whether it came from the provider: `UNNAMED` is about no payment of ours, so the secret to check it is unknown. */
export type Genuineness = 'GENUINE' | 'REFUSED' | 'UNNAMED'

type Arrival = {
  readonly proxy: string
  /** Whose payment it was about; null where it was about none of ours. */
  readonly organizationId: number | null
  readonly genuineness: Genuineness
  readonly at: Instant
}

/** Notes that a provider's message has arrived; the same again within a minute is not worth a write. */
export async function noteArrival(db: Queryable, { proxy, organizationId, genuineness, at }: Arrival): Promise<void> {
  await db.query(NOTE, [proxy, organizationId, genuineness, timestamp(at)])
}

const NOTE = statement(
  'webhook-arrival-note',
  `insert into webhook_arrival (proxy, organization_id, told, last_at) values ($1, $2, $3, $4)
   on conflict (proxy, organization_id, told) do update set last_at = excluded.last_at
     where webhook_arrival.last_at < excluded.last_at - interval '1 minute'`,
)

/** When messages have arrived last, by provider, organisation and genuineness. */
export function listArrivals(db: Queryable): Promise<Arrival[]> {
  return db.query(LIST, [])
}

const LIST = statement<Arrival>(
  'webhook-arrival-list',
  `select proxy, organization_id as "organizationId", told as genuineness, last_at as at from webhook_arrival order by last_at desc`,
)
