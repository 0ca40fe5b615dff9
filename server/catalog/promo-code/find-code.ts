import { type Expression, sql } from 'kysely'
import { type CategoryId, hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import { type Instant, isInside } from '#domain/foundation/instant.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import { isValidIn } from '#domain/catalog/promo-code/promo-code.ts'
import {
  type PromoCodeId,
  type RedeemableCode,
  type StoredCode,
  type Token,
  type TokenId,
  countedCategories,
  openedCategory,
  usesLeft,
} from '#domain/catalog/promo-code/redeemable-code.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereReservation, whereTicket } from '#server/foundation/database/status-sql.ts'
import { readDiscount } from '#server/catalog/catalog/discounts.ts'
import { readCode, withoutGaps } from '#domain/foundation/text/text.ts'

/**
 * The code that a buyer has typed for an event: a single-use token, else a code of the event, else one of its
 * organisation (domain rules 2.2). Undefined for what can't be used now, whatever the reason: unknown, not begun,
 * ended, used up, in another currency, for a category that is not here or no longer sold. An empty text is no code. Where no
 * code is spelled exactly so, blanks, dashes, small letters, and signs that look alike don't matter (`readCode`). A token that the reservation `own` holds counts as free.
 */
export async function findCode(
  on: Queryable,
  offer: OfferedEvent,
  text: string,
  now: Instant,
  own?: ReservationId,
): Promise<RedeemableCode | undefined> {
  const typed = text.trim()
  if (typed === '') return undefined
  return (await findToken(on, offer, typed, { now, own })) ?? (await findPromoCode(on, offer, typed, now))
}

/** The code that a reservation was made with, as it is stored: it keeps its effect when it has ended or is used up. */
export async function findCodeOfReservation(on: Queryable, id: number): Promise<StoredCode> {
  return storedCode(await promoCodes(on).where('id', '=', id).executeTakeFirstOrThrow())
}

async function findToken(
  on: Queryable,
  { categories }: OfferedEvent,
  typed: string,
  { now, own }: { readonly now: Instant; readonly own: ReservationId | undefined },
): Promise<Token | undefined> {
  const row = await on.kysely
    .selectFrom('token')
    .select(['id', 'code', 'category_id'])
    .where('code', 'in', [typed, withoutGaps(typed), withoutGaps(typed).toUpperCase()])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('status', '=', 'FREE'),
        ...(own === undefined
          ? []
          : [
              exists(
                selectFrom('ticket')
                  .select('ticket.id')
                  .whereRef('ticket.token_id', '=', 'token.id')
                  .where('ticket.reservation_id', '=', own)
                  .where(whereTicket('isHeld')),
              ),
            ]),
      ]),
    )
    .orderBy(({ eb }) => eb('code', '=', typed), 'desc')
    .executeTakeFirst()
  const category = row && categories.find(({ id }) => id === row.category_id)
  if (!category || hasSaleEnded(category, now)) return undefined
  return { kind: 'token', id: row.id as TokenId, code: row.code ?? typed, categoryId: category.id }
}

/** A code of the event hides one of the organisation with the same text, also when only the latter is valid. */
async function findPromoCode(
  on: Queryable,
  offer: OfferedEvent,
  typed: string,
  now: Instant,
): Promise<RedeemableCode | undefined> {
  const { context: event } = offer
  const row = await promoCodes(on)
    .where('organization_id', '=', event.organization.id)
    // A code that is spelled exactly so is read as the text is: one index finds both.
    .where(readBySql(sql.ref('code')), 'in', [readBySql(sql`${typed}::text`), sql<string>`${readCode(typed)}`])
    .where(({ eb, or }) => or([eb('event_id', '=', event.id), eb('event_id', 'is', null)]))
    .orderBy(({ eb }) => eb('code', '=', typed), 'desc')
    .orderBy(({ eb }) => eb(gaplessBySql(sql.ref('code')), '=', withoutGaps(typed)), 'desc')
    .orderBy('event_id', order => order.asc().nullsLast())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row || !isInside({ start: row.valid_from, end: row.valid_to }, now)) return undefined
  const stored = storedCode(row)
  if (!isValidIn(stored.promo, event.currency)) return undefined
  const code = { ...stored, uses: stored.maximumUsage === null ? 0 : await usesOf(on, stored) }
  return usesLeft(code) !== 0 && isOfUse(code, offer) ? code : undefined
}

function usesOf(on: Queryable, { id, promo }: StoredCode): Promise<number> {
  return countUses(on, { id, categories: countedCategories(promo) }, 'countsAsUse')
}

/** A code of the organisation may be the key to a category of another event: here it opens nothing. */
function isOfUse(code: RedeemableCode, { categories }: OfferedEvent): boolean {
  const opened = openedCategory(code)
  return opened === undefined || categories.some(({ id }) => id === opened)
}

/** As `withoutGaps` spells it. */
const gaplessBySql = (text: Expression<unknown>) =>
  sql<string>`regexp_replace(${text}, '[[:space:]\\u002d\\u2010-\\u2015]+', '', 'g')`

/** As `readCode` reads it; exactly so it is in the index of migration 0081. */
const readBySql = (text: Expression<unknown>) => sql<string>`translate(upper(${gaplessBySql(text)}), 'OI', '01')`

const promoCodes = (on: Queryable) => on.kysely.selectFrom('promo_code').selectAll()

type PromoCodeRow = Awaited<ReturnType<ReturnType<typeof promoCodes>['executeTakeFirstOrThrow']>>

function storedCode(row: PromoCodeRow): StoredCode {
  return { kind: 'promo-code', id: row.id as PromoCodeId, promo: promoOf(row), maximumUsage: row.max_usage }
}

function promoOf(row: PromoCodeRow): StoredCode['promo'] {
  const { code, hidden_category_id: hiddenCategory } = row
  if (hiddenCategory !== null) return { codeType: 'ACCESS', code, hiddenCategory: hiddenCategory as CategoryId }
  const discount = readDiscount({ ...row, currency: writtenCurrency(row.currency) })
  if (!discount) throw new Error(`code ${row.id} neither lowers a price nor opens a category`)
  return { codeType: 'DISCOUNT', code, discount, categories: row.categories as CategoryId[] }
}

/** A code and the categories whose tickets count; none: those of all. */
type CountedCode = { readonly id: PromoCodeId; readonly categories: readonly CategoryId[] }

/**
 * How many tickets have used a code, which is what is compared with its maximum (domain rules 2.3). `countsAsUse`: in
 * orders that are confirmed, or being paid. `holdsSeats`: with those of buyers who are still filling in.
 */
export async function countUses(
  on: Queryable,
  { id, categories }: CountedCode,
  trait: 'countsAsUse' | 'holdsSeats',
): Promise<number> {
  return countTickets(on, categories, sql<boolean>`promo_code_id = ${id} and ${whereReservation(trait)}`)
}

/** How many of the tickets that a condition on reservations finds are of these categories. */
export async function countTickets(
  on: Queryable,
  categories: readonly CategoryId[],
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { rows } = await sql<{ tickets: number }>`
    select count(*)::int as tickets from reservation join ticket on ticket.reservation_id = reservation.id
    where ${condition} and (${categories.length} = 0 or ticket.category_id = any(${[...categories]}::int[]))`.execute(
    on.kysely,
  )
  return rows[0]?.tickets ?? 0
}

/**
 * Some token of a category that any buyer may use. Which one is left to chance, so that many who ask at once rarely
 * meet.
 */
export async function freeToken(on: Queryable, category: CategoryId): Promise<string | undefined> {
  const row = await freeTokens(on, category)
    .select('code')
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? undefined
}

/**
 * How many tickets of its category an access code can have now, those of the reservation `own` included; undefined for a
 * code that takes no tokens of others.
 */
export async function tokensForCode(
  on: Queryable,
  code: RedeemableCode,
  own?: ReservationId,
): Promise<number | undefined> {
  const category = code.kind === 'promo-code' ? openedCategory(code) : undefined
  if (category === undefined) return undefined
  const { tokens } = await freeTokens(on, category)
    .select(({ fn }) => fn.countAll<bigint>().as('tokens'))
    .executeTakeFirstOrThrow()
  return Number(tokens) + (own === undefined ? 0 : await tokensHeldBy(on, own, category))
}

async function tokensHeldBy(on: Queryable, id: ReservationId, category: CategoryId): Promise<number> {
  const { tokens } = await on.kysely
    .selectFrom('ticket')
    .select(({ fn }) => fn.count<bigint>('token_id').as('tokens'))
    .where('reservation_id', '=', id)
    .where('category_id', '=', category)
    .executeTakeFirstOrThrow()
  return Number(tokens)
}

/** Those that are free, and not sent to a named person (domain rules 2.5). */
function freeTokens(on: Queryable, category: CategoryId) {
  return on.kysely
    .selectFrom('token')
    .where('category_id', '=', category)
    .where('status', '=', 'FREE')
    .where('recipient_name', 'is', null)
    .where('recipient_email', 'is', null)
}
