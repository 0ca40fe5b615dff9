import { type Expression, type SqlBool, sql } from 'kysely'
import { SHORTEST_FORGIVEN, isOneLetterOff, searchedText } from '#domain/catalog/catalog/find-events.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'

/** A word of a search, and the words that it may be a misspelling of. */
export type SoughtWord = { readonly word: string; readonly close: readonly string[] }

/** Trigrams find parts of at least this length. */
const TRIGRAM = 3

/**
 * A condition on `event.id`: each word occurs in the event's texts, in any language, as a part of a word; or one of its
 * close words does as a whole (decision 81). What is shorter than three letters begins a word.
 */
export function whereFound(sought: readonly SoughtWord[]): Expression<SqlBool> {
  const conditions = sought.map(({ word, close }) => sql.join([hasPart(word), ...close.map(hasWord)], sql` or `))
  return sql<SqlBool>`event.id in (select event_id from event_search where ${sql.join(
    conditions.map(condition => sql`(${condition})`),
    sql` and `,
  )})`
}

function hasPart(word: string) {
  if (/^[\p{L}\p{N}]+$/u.test(word) && word.length < TRIGRAM) return sql`words @@ ${`'${word}':*`}::tsquery`
  return sql`text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
}

const hasWord = (word: string) => sql`words @@ ${`'${word}'`}::tsquery`

/** More are no guess any more. */
const MOST_CLOSE = 20

/** The words of events that differ from these by one letter; words that are too short to guess have none. */
export async function withCloseWords(db: Database, words: readonly string[]): Promise<SoughtWord[]> {
  const long = words.filter(word => word.length >= SHORTEST_FORGIVEN && /^[\p{L}\p{N}]+$/u.test(word))
  const rows = long.length === 0 ? [] : await db.query(NEAR_WORDS, [long])
  return words.map(word => {
    const near = rows.filter(row => row.word === word).map(({ near: other }) => other)
    return { word, close: near.filter(other => isOneLetterOff(word, other)).slice(0, MOST_CLOSE) }
  })
}

/** One wrong letter leaves the beginning or the end of a word as it is, even where two letters are exchanged in its middle. */
const NEAR_WORDS = statement<{ word: string; near: string }>(
  'near-words',
  `select sought.word, search_word.word as near
   from unnest($1::text[]) as sought (word)
     cross join lateral (select (length(sought.word) - 1) / 2 as kept) as half
     join search_word on length(search_word.word) between length(sought.word) - 1 and length(sought.word) + 1
       and (left(search_word.word, kept) = left(sought.word, kept) or right(search_word.word, kept) = right(sought.word, kept))`,
)

/** So many events are folded at a time, in about a fifth of a second. */
const BATCH = 200

/** True while the texts of an event wait to be folded. */
export const TEXTS_ARE_DUE = 'exists (select from event_search_due)'

/** Folds the texts of events that have changed since they were folded; returns how many. A job, for after a rush or an update. */
export async function refreshSearch(db: Database): Promise<number> {
  let sum = 0
  for (let count: number = BATCH; count === BATCH; sum += count) count = await refreshSome(db)
  return sum
}

/** The same of some: a search reads what organisers have just saved, and does not wait for the work of the job. */
export async function refreshSome(db: Database): Promise<number> {
  const due = await db.query(DUE_TEXTS, [BATCH])
  if (due.length > 0) await storeTexts(db, due)
  return due.length
}

async function storeTexts(db: Database, due: readonly DueRow[]): Promise<void> {
  // In the order of their ids, so that two who fold at once don't wait for each other.
  const ordered = due.toSorted((a, b) => a.id - b.id)
  const folded = ordered.map(row => searchedText(textsOf(row)))
  const ids = ordered.map(({ id }) => id)
  const changes = ordered.map(({ change }) => change)
  const texts = folded.map(({ text }) => text)
  const words = folded.map(each => each.words.join(' '))
  await db.query(STORE_TEXTS, [ids, changes, texts, words])
  await db.query(STORE_WORDS, [[...new Set(folded.flatMap(each => each.words))].toSorted()])
  await db.query(END_DUE, [ids, changes])
}

type DueRow = {
  readonly id: number
  readonly change: bigint
  readonly title: LocalizedTexts
  readonly short: LocalizedTexts
  readonly description: LocalizedTexts
  readonly location: string | null
  readonly organizer: string
  readonly tags: readonly string[]
}

/** Titles first: a description that is too long loses its end. */
function textsOf({ title, short, description, location, organizer, tags }: DueRow): string[] {
  const [titles, shorts, descriptions] = [title, short, description].map(texts => Object.values(texts))
  return [...(titles ?? []), location ?? '', organizer, ...tags, ...(shorts ?? []), ...(descriptions ?? [])]
}

const DUE_TEXTS = statement<DueRow>(
  'search-texts-due',
  `select event.id, change, title, short_description as short, purchase_context.description, location,
     organization.name as organizer, tags
   from event_search_due join event on event.id = event_id join purchase_context on purchase_context.id = event_id
     join organization on organization.id = organization_id
   order by change desc limit $1`,
)

const STORE_TEXTS = statement(
  'store-search-texts',
  `insert into event_search (event_id, change, text, words)
   select id, change, text, array_to_tsvector(string_to_array(words, ' '))
   from unnest($1::integer[], $2::bigint[], $3::text[], $4::text[]) as folded (id, change, text, words)
   where exists (select from event where event.id = folded.id)
   on conflict (event_id) do update set change = excluded.change, text = excluded.text, words = excluded.words
   where event_search.change < excluded.change`,
)

const STORE_WORDS = statement(
  'store-search-words',
  'insert into search_word (word) select unnest($1::text[]) on conflict do nothing',
)

const END_DUE = statement(
  'end-search-texts-due',
  `delete from event_search_due using unnest($1::integer[], $2::bigint[]) as folded (id, change)
   where event_id = folded.id and event_search_due.change = folded.change`,
)
