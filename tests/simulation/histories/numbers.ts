import { sql } from 'kysely'
import type { Fault } from './order.ts'
import type { HistoryShop } from './shop.ts'

type Sequence = { readonly organization: number; readonly sequence: 'INVOICE' | 'CREDIT_NOTE'; readonly last: number }

/** The last number of each sequence of each organisation. */
export function lastNumbers({ shop }: HistoryShop): Promise<readonly Sequence[]> {
  return shop.db.kysely
    .selectFrom('billing_number')
    .select(['organization_id as organization', 'sequence', 'last'])
    .execute()
}

/** Every number that was taken since is that of a document. */
export async function faultsInNumbers(shop: HistoryShop, before: readonly Sequence[]): Promise<readonly Fault[]> {
  const now = await lastNumbers(shop)
  const gaps = now.map(async ({ organization, sequence, last }) => {
    const same = before.find(one => one.organization === organization && one.sequence === sequence)
    const { rows } = await sql<{ number: number }>`
      select number from generate_series(${(same?.last ?? 0) + 1}::int, ${last}::int) as series (number)
      where not exists (select from billing_document as document
        where document.type = ${sequence} and document.number = series.number::text)`.execute(shop.shop.db.kysely)
    return rows.map(({ number }) => ({ kind: `gap: ${sequence}`, what: `no ${sequence} has number ${number}` }))
  })
  return (await Promise.all(gaps)).flat()
}
