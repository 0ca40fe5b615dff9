import type { Selectable } from 'kysely'
import { ACCESS_FEATURES, type EventFacts } from '#domain/catalog/catalog/event-facts.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { EventTable } from '#server/foundation/database/schema.ts'
import { timestamp } from '#server/foundation/database/types.ts'

type FactColumn =
  | 'doors_at'
  | 'refunds'
  | 'refunded_until'
  | 'refund_text'
  | 'access_features'
  | 'accessibility'
  | 'bring'
  | 'tickets_url'

/** What people ask before they decide, as the columns of an event have it. */
export function storedFacts(row: Pick<Selectable<EventTable>, FactColumn>): EventFacts {
  return {
    doorsAt: row.doors_at,
    refunds: row.refunds === null ? null : { until: row.refunded_until, text: row.refund_text as LocalizedTexts },
    accessFeatures: ACCESS_FEATURES.filter(feature => row.access_features.includes(feature)),
    accessibility: row.accessibility as LocalizedTexts,
    bring: row.bring as LocalizedTexts,
    ticketsUrl: row.tickets_url,
  }
}

export function factsRow({ doorsAt, refunds, accessFeatures, accessibility, bring, ticketsUrl }: EventFacts) {
  const until = refunds?.until ?? null
  return {
    doors_at: doorsAt === null ? null : timestamp(doorsAt),
    refunds: refunds === null ? null : until === null ? ('NONE' as const) : ('UNTIL' as const),
    refunded_until: until === null ? null : timestamp(until),
    refund_text: JSON.stringify(refunds?.text ?? {}),
    access_features: [...accessFeatures],
    accessibility: JSON.stringify(accessibility),
    bring: JSON.stringify(bring),
    tickets_url: ticketsUrl,
  }
}
