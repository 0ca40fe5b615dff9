import type { ListedDeskEvent } from '#contract/desk-event.ts'
import type { Translate } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'

type Sold = Pick<ListedDeskEvent, 'status' | 'sale' | 'saleChangesAt' | 'timezone'> & {
  readonly isArchived: boolean
  readonly isCancelled: boolean
}

/** "On sale until 14 May, 18:00": how the sale of an event is, and when that changes. */
export function saleWords(
  event: Pick<Sold, 'sale' | 'saleChangesAt' | 'timezone'>,
  t: Translate,
  language: string,
): string {
  const { sale, saleChangesAt, timezone } = event
  if (saleChangesAt === null) return t(`foyer.desk.sale.${sale}`)
  const dates = datesIn(language, timezone)
  const at = `${dates.dayAndMonth(saleChangesAt)}, ${dates.time(saleChangesAt)}`
  return sale === 'BEFORE' || sale === 'ON_SALE' ? t(`foyer.desk.sale.${sale}.at`, at) : t(`foyer.desk.sale.${sale}`)
}

/** The state of an event in a word, and how it is drawn. */
export function stateOf({ status, isArchived, isCancelled }: Pick<Sold, 'status' | 'isArchived' | 'isCancelled'>): {
  key: string
  tone: 'good' | 'off' | 'warn' | 'bad'
} {
  if (isCancelled) return { key: 'foyer.desk.state.cancelled', tone: 'bad' }
  if (isArchived) return { key: 'foyer.desk.state.archived', tone: 'off' }
  if (status === 'PUBLIC') return { key: 'foyer.desk.state.public', tone: 'good' }
  return status === 'DRAFT'
    ? { key: 'foyer.desk.state.draft', tone: 'off' }
    : { key: 'foyer.desk.state.closed', tone: 'warn' }
}
