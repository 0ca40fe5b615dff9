import type { StatementEntry } from '#domain/payment/reconciliation/statement-entry.ts'
import { orderOfReference } from '#server/documents/transfer-code/creditor-reference.ts'

/** The ids that begin like this: the first and the last of them. */
export type IdRange = { readonly prefix: string; readonly first: string; readonly last: string }

/** So many orders one entry may name. */
const MOST = 20

/**
 * The beginnings of the ids of the orders that an entry names: by a reference of a Swiss bill or of ISO 11649, which the
 * shop has made, anywhere in it; and by a short number as buyers write it. A number that a line end or a blank has cut in
 * two is found too.
 * @param shortLength Characters of the short order number.
 */
export function namedIn(
  { references, text }: Pick<StatementEntry, 'references' | 'text'>,
  shortLength: number,
): IdRange[] {
  const texts = [...references, text]
  const found = new Set<string>()
  for (const one of texts) {
    for (const reference of referencesIn(one)) found.add(orderOfReference(reference) ?? '')
  }
  // A structured reference is meant; numbers in the text beside it are something else.
  found.delete('')
  if (found.size === 0)
    for (const one of texts) for (const number of shortNumbersIn(one, shortLength)) found.add(number)
  return [...found].slice(0, MOST).map(rangeOf)
}

const CREDITOR_REFERENCE = /RF\d\d[0-9A-F]{16}/g
const LONGEST_RUN = 400
const QR_LENGTH = 27

function referencesIn(text: string): string[] {
  const compact = text.replaceAll(/\s/g, '').toUpperCase()
  const windows = [...compact.matchAll(/\d{27,}/g)].flatMap(([run]) => {
    const digits = run.slice(0, LONGEST_RUN)
    return Array.from({ length: digits.length - QR_LENGTH + 1 }, (_, at) => digits.slice(at, at + QR_LENGTH))
  })
  return [...[...compact.matchAll(CREDITOR_REFERENCE)].map(([reference]) => reference), ...windows]
}

function shortNumbersIn(text: string, length: number): string[] {
  const words = text.split(/[^0-9A-Za-z-]+/).map(word => word.replaceAll('-', '').toLowerCase())
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1] ?? ''
    return word.length < length && word.length + next.length === length ? [word + next] : []
  })
  const isNumber = (word: string): boolean =>
    /^[0-9a-f]+$/.test(word) && word.length >= length && word.length <= ID_DIGITS
  return [...words, ...pairs].filter(isNumber).map(word => word.slice(0, length))
}

const ID_DIGITS = 32

function rangeOf(prefix: string): IdRange {
  const digits = prefix.replaceAll('-', '')
  return { prefix, first: idOf(digits.padEnd(ID_DIGITS, '0')), last: idOf(digits.padEnd(ID_DIGITS, 'f')) }
}

function idOf(digits: string): string {
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  )
}
