import type { SettledEntry, TransferOrder, BankEntry } from '#contract/desk-transfers.ts'
import type { Judgement } from '#domain/payment/reconciliation/judge-entries.ts'
import { type Principal, reachOf } from '#domain/access/principal/principal.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { Shop } from '#server/catalog/context.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { settledEntries } from './entry-store.ts'
import { type JudgedEntry, judgeOpen } from './judge-open.ts'
import { describedOrders, listedTransfers } from './order-store.ts'
import { type Reader, ordersOf, presentEntry, presentOrder, presentSettled, sumsOf } from './present-entries.ts'

/** Lists of transfers and of entries of bank statements, a page at a time. */

const PAGE = 100

async function readerOf({ db, clock }: Pick<Shop, 'db' | 'clock'>, language: string): Promise<Reader> {
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  return { language, length, now: clock.now() }
}

type Paged<Row, Name extends string> = { readonly [Key in Name]: Row[] } & { readonly nextCursor: string | null }

type OpenList = Paged<BankEntry, 'entries'> & {
  readonly sure: number
  readonly unsure: number
  readonly unmatched: number
  readonly sums: { amount: string; currency: string }[]
  readonly latest: string | null
}

const RANKS: readonly Judgement['kind'][] = ['unsure', 'sure', 'unmatched']

/** Unsure ones first, for they need a person; then the sure ones, then those that pay no order. */
export async function listOpen(
  shop: Pick<Shop, 'db' | 'clock'>,
  { organizationId, cursor, language }: { organizationId: number; cursor: string | undefined; language: string },
): Promise<OpenList> {
  const reader = await readerOf(shop, language)
  const judged = await judgeOpen(shop, organizationId)
  const of = (kind: Judgement['kind']): JudgedEntry[] => judged.filter(({ judgement }) => judgement.kind === kind)
  const ordered = RANKS.flatMap(of)
  const begin = ordered.findIndex(({ entry }) => String(entry.id) === cursor) + 1
  const page = ordered.slice(begin, begin + PAGE)
  const rows = await describedOrders(shop.db, [...new Set(page.flatMap(({ judgement }) => ordersOf(judgement)))])
  const byId = new Map(rows.map(row => [String(row.id), row]))
  const latest = judged.reduce((most, { entry }) => (entry.id > most ? entry.id : most), 0n)
  return {
    sure: of('sure').length,
    unsure: of('unsure').length,
    unmatched: of('unmatched').length,
    sums: sumsOf(of('sure')),
    latest: latest === 0n ? null : String(latest),
    entries: page.map(one => presentEntry(one, byId, reader)),
    nextCursor: ordered.length > begin + PAGE ? String(page.at(-1)?.entry.id) : null,
  }
}

export async function listSettled(
  shop: Pick<Shop, 'db' | 'clock'>,
  { organizationId, cursor, language }: { organizationId: number; cursor: string | undefined; language: string },
): Promise<Paged<SettledEntry, 'entries'>> {
  const reader = await readerOf(shop, language)
  const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : null
  const rows = await settledEntries(shop.db, organizationId, { before, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  return {
    entries: page.map(row => presentSettled(row, reader)),
    nextCursor: rows.length > PAGE ? String(page.at(-1)?.id) : null,
  }
}

type TransferQuery = {
  readonly organizationId?: number | undefined
  readonly q?: string | undefined
  readonly isOverdue?: boolean | undefined
  readonly cursor?: string | undefined
}

/** The orders in the caller's reach whose transfer is awaited, due first at the top. */
export async function listTransfersOf(
  shop: Pick<Shop, 'db' | 'clock'>,
  { by, language }: { readonly by: Principal; readonly language: string },
  { organizationId, q = '', isOverdue = false, cursor }: TransferQuery,
): Promise<Paged<TransferOrder, 'orders'>> {
  const reader = await readerOf(shop, language)
  const sought = q.trim()
  const rows = await listedTransfers(shop.db, {
    reach: reachOf(by, 'manage-orders'),
    organizationId: organizationId ?? null,
    like: sought === '' ? null : sought.replaceAll(/[\\%_]/g, String.raw`\$&`),
    isOverdue,
    now: timestamp(reader.now),
    after: cursor !== undefined && isUuid(cursor) ? cursor : null,
    limit: PAGE + 1,
  })
  const page = rows.slice(0, PAGE)
  return {
    orders: page.map(row => presentOrder(row, reader)),
    nextCursor: rows.length > PAGE ? String(page.at(-1)?.id) : null,
  }
}
