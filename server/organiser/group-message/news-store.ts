import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { freshBytes } from '#server/foundation/base/random.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Who reads the news of an organisation, and who has ended them: by digests of addresses, which the shop alone can make. */

/** The secret in these digests; made by the first process. */
export async function newsSecret(db: Queryable): Promise<Buffer> {
  await db.kysely
    .insertInto('secret')
    .values({ purpose: 'news', value: freshBytes(32) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { value } = await db.kysely
    .selectFrom('secret')
    .select('value')
    .where('purpose', '=', 'news')
    .executeTakeFirstOrThrow()
  return value
}

const digestOf = (address: RawBuilder<unknown>, secret: Buffer) =>
  sql<Buffer>`sha256(${secret}::bytea || convert_to(${address}, 'UTF8'))`

/** SQL that is true for an address, in lower case, whose reader has ended the news of the organisation. */
export const hasEndedNews = (
  organizationId: number | RawBuilder<unknown>,
  address: RawBuilder<unknown>,
  secret: Buffer,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from news_reader as reader where reader.organization_id = ${organizationId}
    and reader.address_digest = ${digestOf(address, secret)} and reader.unsubscribed_at is not null)`

type Mailed = { readonly organizationId: number; readonly secret: Buffer; readonly now: Instant }

/** The keys of the links by which readers end the news, by their addresses in lower case. */
export async function newsKeys(
  tx: Tx,
  addresses: readonly string[],
  { organizationId, secret, now }: Mailed,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ address: string; key: string }>`
    with mailed as (
      select address, ${digestOf(sql`address`, secret)} as digest
      from (select distinct lower(address) as address from unnest(${[...addresses]}::text[]) as given (address)) as each_once
    ), kept as (
      insert into news_reader (organization_id, address_digest, mailed_at)
      select ${organizationId}::integer, digest, ${timestamp(now)}::timestamptz from mailed order by digest
      on conflict (organization_id, address_digest) do update set mailed_at = excluded.mailed_at
      returning address_digest, key
    )
    select address, key::text as key from kept join mailed on digest = address_digest`.execute(tx.kysely)
  return new Map(rows.map(({ address, key }) => [address, key]))
}

export type NewsReader = { readonly organization: string; readonly hasEnded: boolean }

/** Whose news the key of a link is about; undefined for an unknown one. */
export async function newsReader(db: Queryable, key: string): Promise<NewsReader | undefined> {
  if (!isUuid(key)) return undefined
  const { rows } = await sql<NewsReader>`
    select organization.name as organization, unsubscribed_at is not null as "hasEnded"
    from news_reader join organization on organization.id = organization_id where key = ${key}::uuid`.execute(db.kysely)
  return rows[0]
}

/** Ends the news; once more changes nothing. */
export async function storeEnd(db: Queryable, key: string, { messageId, now }: EndOfNews): Promise<void> {
  if (!isUuid(key)) return
  await sql`
    update news_reader set unsubscribed_at = ${timestamp(now)}, message_id = (
      select id from group_message as message where message.id = ${messageId}::bigint
        and message.organization_id = news_reader.organization_id)
    where key = ${key}::uuid and unsubscribed_at is null`.execute(db.kysely)
}

/** `messageId`: of the message whose link it was; null where the link does not say. */
type EndOfNews = { readonly messageId: string | null; readonly now: Instant }

export async function storeResumed(db: Queryable, key: string): Promise<void> {
  if (!isUuid(key)) return
  await sql`update news_reader set unsubscribed_at = null, message_id = null where key = ${key}::uuid`.execute(
    db.kysely,
  )
}
