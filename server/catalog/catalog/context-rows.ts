import type { CommonContext, OrganizationId, PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Language, LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { OrganizationTable, PurchaseContextTable } from '#server/foundation/database/schema.ts'
import type { Selectable } from 'kysely'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'

/** What events and passes are both read from, in a query that joins `purchase_context` and `organization`. */
export const CONTEXT_COLUMNS = [
  'purchase_context.id',
  'purchase_context.status',
  'purchase_context.languages',
  'purchase_context.title',
  'purchase_context.description',
  'purchase_context.short_description',
  'purchase_context.file_digest',
  'purchase_context.website_url',
  'purchase_context.terms_url',
  'purchase_context.privacy_url',
  'purchase_context.time_zone',
  'purchase_context.currency',
  'purchase_context.vat_status',
  'purchase_context.vat_percentage',
  'purchase_context.payment_proxies',
  'purchase_context.tags',
  'purchase_context.version',
  'organization.id as organization_id',
  'organization.name as organization_name',
  'organization.email as organization_email',
  'organization.slug as organization_slug',
] as const

type OwnColumn =
  | 'id'
  | 'status'
  | 'languages'
  | 'title'
  | 'description'
  | 'short_description'
  | 'file_digest'
  | 'website_url'
  | 'terms_url'
  | 'privacy_url'
  | 'time_zone'
  | 'currency'
  | 'vat_status'
  | 'vat_percentage'
  | 'payment_proxies'
  | 'tags'
  | 'version'

type ContextRow = Pick<Selectable<PurchaseContextTable>, OwnColumn> & {
  readonly [
    Column in 'id' | 'name' | 'email' | 'slug' as `organization_${Column}`
  ]: Selectable<OrganizationTable>[Column]
}

/** All that events and passes have in common; the rest decides whether it is free. */
export function contextFrom(row: ContextRow): Omit<CommonContext, 'isFreeOfCharge'> {
  const languages = row.languages as Language[]
  const [first, ...others] = languages
  if (!first) throw new Error(`purchase context ${row.id} has no language`)
  return {
    id: row.id as PurchaseContextId,
    organization: {
      id: row.organization_id as OrganizationId,
      name: row.organization_name,
      email: row.organization_email,
      slug: row.organization_slug,
    },
    status: row.status,
    languages: [first, ...others],
    title: row.title as LocalizedTexts,
    description: row.description as LocalizedTexts,
    shortDescription: row.short_description as LocalizedTexts,
    fileDigest: row.file_digest,
    websiteUrl: row.website_url,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    timeZone: row.time_zone,
    currency: writtenCurrency(row.currency),
    tax: { status: row.vat_status, percentage: writtenPercentage(row.vat_percentage) },
    paymentProxies: row.payment_proxies as PaymentProxy[],
    tags: row.tags,
    version: row.version,
  }
}

/** When the published data of these events and passes was last changed, by their ids. */
export async function loadChangeTimes(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Instant>> {
  if (ids.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('purchase_context')
    .select(['id', 'updated_at'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, updated_at }) => [id, instant(updated_at)]))
}

/** True for an organisation of which an event or pass is public: only then its pages, feeds and name are. */
export const HAS_PUBLIC_OFFER =
  "exists (select from purchase_context where organization_id = organization.id and status = 'PUBLIC')"

/** The name of the organisation with this slug; undefined where it has nothing public, so that a guessed slug discloses no name. */
export async function findPublicOrganizer(db: Database, slug: string): Promise<string | undefined> {
  const [row] = await db.query(PUBLIC_ORGANIZER, [slug])
  return row?.name
}

const PUBLIC_ORGANIZER = statement<{ name: string }>(
  'public-organizer-name',
  `select name from organization where slug = $1 and ${HAS_PUBLIC_OFFER}`,
)
