import type { ListedDeskPass } from '#contract/desk-pass.ts'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import { type Minor, printed } from '#domain/foundation/money/money.ts'
import { type Queryable, type Statement, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas } from '#server/foundation/database/status-sql.ts'

/** Passes on one page of the list. */
const PAGE = 50

type PassQuery = {
  readonly reach: Reach
  readonly organizationId: number | undefined
  readonly status: ListedDeskPass['status'] | undefined
  /** The number of the last pass of the page before. */
  readonly after: number | undefined
  readonly language: string
}

type Row = Omit<ListedDeskPass, 'title' | 'price' | 'onSaleFrom' | 'onSaleTo'> & {
  number: number
  title: Record<string, string>
  currency: string
  price: Minor
  onSaleFrom: Instant
  onSaleTo: Instant | null
}

const PASSES: Statement<Row> = statement(
  'desk-passes',
  `select pass.id as number, pass.public_id as id, context.title, context.status, context.organization_id as "organizationId",
     organization.name as "organizationName", context.file_digest as "imageId", context.currency, pass.price,
     pass.on_sale_from as "onSaleFrom", pass.on_sale_to as "onSaleTo", pass.max_available as "maxAvailable",
     (select count(*) from bought_pass where pass_id = pass.id and ${sqlPassHas('countsAsTaken')})::int as taken
   from pass join purchase_context as context on context.id = pass.id
     join organization on organization.id = context.organization_id
   where ($1::int[] is null or context.organization_id = any ($1)) and ($2::int is null or context.organization_id = $2)
     and ($3::int is null or pass.id < $3) and ($4::text is null or context.status = $4)
   order by pass.id desc limit $5`,
)

/** A page of the passes within reach, the latest first, by one statement. Roles for single events reach none. */
export async function listPasses(
  db: Queryable,
  { reach, organizationId, status, after, language }: PassQuery,
): Promise<{ readonly passes: ListedDeskPass[]; readonly next: number | null }> {
  const organizations = reach === 'everything' ? null : [...reach.organizationIds]
  const rows = await db.query(PASSES, [organizations, organizationId ?? null, after ?? null, status ?? null, PAGE + 1])
  const shown = rows.slice(0, PAGE)
  return {
    passes: shown.map(({ number: _number, title, currency: code, price, ...pass }) => {
      const currency = writtenCurrency(code)
      if (currency === null) throw new Error(`pass ${pass.id} has no currency`)
      return { ...pass, title: inLanguage(title, language), price: { amount: printed(price, currency), currency } }
    }),
    next: rows.length > PAGE ? (shown.at(-1)?.number ?? null) : null,
  }
}
