import { folded } from '#domain/catalog/catalog/find-events.ts'

/** What a search for orders looks for. An order is found where all words are of its people, or one of the others is its own. */
export type OrderSearch = {
  /** Parts of names, addresses and numbers, folded. */
  readonly words: readonly string[]
  /** Ids of orders and tickets between these two, both included; null where the text is no beginning of an id. */
  readonly ids: { readonly from: string; readonly to: string } | null
  /** Amounts in the smallest unit, for currencies with two, no and three decimals. */
  readonly amounts: readonly bigint[]
}

/** So many words count; more are left out. */
const MOST_WORDS = 8

/** A short id has six characters or more; the code of a ticket begins with its id. */
const BEGINNING_OF_ID = /^#?([0-9a-f]{6,8}(?:-[0-9a-f-]{0,27})?)(?:\/.*)?$/i
const AMOUNT = /^(?:[a-z]{3}\s*)?(\d{1,9})(?:[.,](\d{1,3}))?(?:\s*[a-z]{3})?$/i

/** Reads what was typed: a name, an address, a company, a short id, the code of a ticket or an amount ("CHF 240.00"). */
export function readOrderSearch(typed: string): OrderSearch {
  const text = typed.trim()
  const words = folded(text).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  return { words, ids: idsOf(text), amounts: amountsOf(text) }
}

const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function idsOf(text: string): OrderSearch['ids'] {
  const begun = BEGINNING_OF_ID.exec(text)?.[1]?.toLowerCase()
  if (begun === undefined) return null
  const [from, to] = [LOWEST, HIGHEST].map(end => begun + end.slice(begun.length))
  return from !== undefined && to !== undefined && ID.test(from) && ID.test(to) ? { from, to } : null
}

function amountsOf(text: string): bigint[] {
  const [, whole, rest = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) return []
  const decimals = [2, 0, 3].filter(count => rest.length <= count)
  return decimals.map(count => BigInt(whole + rest.padEnd(count, '0')))
}
