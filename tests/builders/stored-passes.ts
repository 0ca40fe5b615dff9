import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** What a test sets of a pass; everything else has a default. */
export type PassToStore = {
  readonly organizationId: number
  readonly title?: Readonly<Record<string, string>>
  readonly languages?: readonly string[]
  readonly status?: 'DRAFT' | 'PUBLIC' | 'DISABLED'
  /** Minor units. */
  readonly price?: bigint
  readonly vat?: { readonly status: 'NONE' | 'INCLUDED' | 'NOT_INCLUDED'; readonly percentage: string }
  readonly currency?: string
  readonly timeZone?: string
  readonly proxies?: readonly string[]
  readonly onSale?: { readonly start: Instant; readonly end: Instant | null }
  readonly maxAvailable?: number | null
  readonly usage?: 'ONCE_PER_EVENT' | 'UNLIMITED'
  readonly maxEntries?: number | null
  readonly validity?:
    | { readonly units: number; readonly unit: 'DAYS' | 'MONTHS' | 'YEARS' }
    | { readonly from: Instant | null; readonly to: Instant | null }
  /** Left out: not withdrawn, and no reason stated. */
  readonly withdrawal?: Withdrawal
  readonly settings?: Readonly<Record<string, string>>
}

/** Without a catalogue, the pass comes to the lists of the shop within a second. */
type StoringShop = Pick<Shop, 'db' | 'clock'> & Partial<Pick<Shop, 'catalog'>>

export type StoredPass = { readonly id: number; readonly publicId: string }

/**
 * Puts a pass into the shop: public, CHF 100.00 with 8.10 % VAT in it, on sale since yesterday, any number, without limits
 * of use, to be paid by transfer.
 */
export async function storePass({ db, clock, catalog }: StoringShop, pass: PassToStore): Promise<StoredPass> {
  const { onSale = { start: after(clock.now(), -days(1)), end: null }, validity, vat = INCLUDED } = pass
  const context = await db.kysely
    .insertInto('purchase_context')
    .values({
      kind: 'PASS',
      organization_id: pass.organizationId,
      status: pass.status ?? 'PUBLIC',
      languages: [...(pass.languages ?? ['en', 'de'])],
      title: JSON.stringify(pass.title ?? { en: 'Season pass', de: 'Saisonkarte' }),
      description: JSON.stringify({ en: 'Every concert', de: 'Alle Konzerte' }),
      terms_url: 'https://example.org/terms',
      time_zone: pass.timeZone ?? 'Europe/Zurich',
      currency: pass.currency ?? 'CHF',
      vat_status: vat.status,
      vat_percentage: vat.percentage,
      created_at: timestamp(clock.now()),
      updated_at: timestamp(clock.now()),
      payment_proxies: [...(pass.proxies ?? ['OFFLINE'])],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await db.kysely
    .insertInto('pass')
    .values({
      id: context.id,
      price: pass.price ?? 10_000n,
      on_sale_from: timestamp(onSale.start),
      on_sale_to: onSale.end && timestamp(onSale.end),
      max_available: pass.maxAvailable ?? null,
      usage_type: pass.usage ?? 'UNLIMITED',
      max_entries: pass.maxEntries ?? null,
      ...validityColumns(validity),
      ...withdrawalColumns(pass.withdrawal),
    })
    .returning('public_id')
    .executeTakeFirstOrThrow()
  for (const [key, value] of Object.entries({ ...PAYABLE, ...pass.settings })) {
    await db.kysely.insertInto('setting').values({ key, value, purchase_context_id: context.id }).execute()
  }
  catalog?.offerChanged({ id: context.id, publicId: stored.public_id })
  return { id: context.id, publicId: stored.public_id }
}

const PAYABLE = { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }

const INCLUDED = { status: 'INCLUDED', percentage: '8.10' } as const

function validityColumns(validity: PassToStore['validity']) {
  if (!validity) return { validity_type: 'NOT_SET' as const }
  if ('units' in validity) {
    return {
      validity_type: 'STANDARD' as const,
      validity_units: validity.units,
      validity_time_unit: validity.unit,
    }
  }
  const { from, to } = validity
  return {
    validity_type: 'CUSTOM' as const,
    valid_from: from && timestamp(from),
    valid_to: to && timestamp(to),
  }
}

function withdrawalColumns(withdrawal: PassToStore['withdrawal']) {
  if (!withdrawal) return {}
  return withdrawal.kind === 'possible'
    ? { withdrawal_days: withdrawal.days, withdrawal_after_use: withdrawal.afterUse }
    : { no_withdrawal_reason: JSON.stringify(withdrawal.reason) }
}
