import type { Reach } from '#domain/access/principal/principal.ts'
import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import type { Shop } from '#server/catalog/context.ts'
import { statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isSettingKey } from '#server/foundation/setting/registry.ts'
import { loadSettingsOfMany } from '#server/foundation/setting/settings.ts'
import type { PayableContext } from '#server/providers/port/provider.ts'
import { PROVIDER_SETTINGS } from '#server/providers/registry/modules.ts'
import { type Way, judgeWays } from './judge-ways.ts'

/** An event or a pass that is published and costs something, with each of its ways to pay as judged now. */
export type JudgedSale = {
  readonly id: number
  readonly kind: 'EVENT' | 'PASS'
  /** The short name of an event, the public id of a pass. */
  readonly slug: string
  readonly title: LocalizedTexts
  readonly organizationId: number
  /** Of a pass, null. */
  readonly startsAt: Instant | null
  readonly ways: readonly Way[]
}

/** Can nothing of it be paid? Then it is not on sale (lifecycle B.1). */
export const isUnpayable = ({ ways }: Pick<JudgedSale, 'ways'>): boolean =>
  ways.every(({ obstacle }) => obstacle !== null)

/**
 * Judges all sales in the reach of a caller that have not ended, by two statements however many there are: the next
 * events first, then passes. What a category refuses beside is for `describeLacks`, which reads one offer whole.
 */
export async function judgeSales(
  { db, clock, providers }: Pick<Shop, 'db' | 'clock' | 'providers'>,
  reach: Reach,
): Promise<JudgedSale[]> {
  const now = clock.now()
  const rows = await db.query(SALES, [timestamp(now), ...reachValues(reach)])
  if (rows.length === 0) return []
  const settingsOf = await loadSettingsOfMany(db, rows, KEYS)
  return rows.map(({ id, kind, slug, title, organizationId, startsAt, ...row }) => {
    const context = { ...payableOf({ kind, startsAt, ...row }), isFreeOfCharge: false, paymentProxies: row.proxies }
    const sale = { context, settings: settingsOf({ id, organizationId }) }
    const ways = judgeWays(providers, sale, { categories: [], due: null, now })
    return { id, kind, slug, title, organizationId, startsAt, ways }
  })
}

const KEYS = Object.keys(PROVIDER_SETTINGS).filter(isSettingKey)

type Row = Omit<JudgedSale, 'ways'> & {
  readonly timeZone: string
  readonly currency: string | null
  readonly proxies: readonly PaymentProxy[]
  readonly endsAt: Instant | null
  readonly format: EventFormat | null
}

function payableOf({
  startsAt,
  endsAt,
  format,
  timeZone,
  currency: code,
}: Pick<Row, 'kind' | 'startsAt' | 'endsAt' | 'format' | 'timeZone' | 'currency'>): PayableContext {
  const currency = writtenCurrency(code)
  if (startsAt === null || endsAt === null || format === null) return { kind: 'subscription', timeZone, currency }
  return { kind: 'event', timeZone, currency, startsAt, endsAt, format }
}

const SALES = statement<Row>(
  'sales-to-judge',
  `select context.id, context.kind, coalesce(short_name, pass.public_id::text) as slug, title,
     organization_id as "organizationId", starts_at as "startsAt", ends_at as "endsAt", format,
     time_zone as "timeZone", currency, payment_proxies as proxies
   from purchase_context as context left join event on event.id = context.id left join pass on pass.id = context.id
   where context.status = 'PUBLIC' and ${isInReach(2, { organization: 'organization_id', context: 'context.id' })}
     and (ends_at > $1 and not free_of_charge and exists (
         select from ticket_category where event_id = event.id and price > 0 and expiration > $1)
       or pass.price > 0 and (on_sale_to is null or on_sale_to > $1))
   order by starts_at nulls last, context.id`,
)
