/**
 * Text as it is searched: without accents, case and the letters that keyboards abroad don't have. Done here and not in
 * SQL, because an external PostgreSQL may have neither `unaccent` nor an ICU collation that ignores accents (decision 9).
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, letter => PLAIN_LETTERS[letter] ?? letter)
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** What visitors type for an umlaut where there is no key for it: "Zuerich" finds Zürich as "Zurich" does. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

function spelledOut(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, letter => SPELLED_OUT[letter] ?? letter)
}

/** What is kept of an event for the search. */
export type SearchedText = {
  /** Folded, both without umlauts and with them spelled out; one blank between words. */
  readonly text: string
  /** Each word once: letters and digits only. */
  readonly words: readonly string[]
}

/** Longer ones are addresses and codes, which are not typed. */
const LONGEST_WORD = 40

/** Characters that are searched of one event; a text is cut where it would take more. */
const LONGEST_TEXT = 50_000

/** Folds the texts of an event, markdown or not: addresses behind links are left out. */
export function searchedText(texts: readonly string[]): SearchedText {
  const read = texts
    .join('\n')
    .replace(/\]\([^)]*\)/g, '] ')
    .replace(/https?:\/\/\S+/g, ' ')
    .slice(0, LONGEST_TEXT)
  const plain = folded(read)
  const spelled = folded(spelledOut(read))
  const text = (spelled === plain ? plain : `${plain} ${spelled}`).replace(/\s+/g, ' ')
  return { text, words: [...new Set(wordsIn(text))].filter(word => word.length <= LONGEST_WORD) }
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** More words narrow nothing further. */
const MOST_WORDS = 12

/** The words of a search, folded, each of which must occur. */
export function searchWords(search: string): string[] {
  return folded(search)
    .split(/[\s,;]+/)
    .filter(word => word !== '')
    .slice(0, MOST_WORDS)
}

/** Shorter words have too many neighbours to guess which was meant. */
export const SHORTEST_FORGIVEN = 4

/** Is one letter wrong, missing or too much, or are two that follow each other exchanged? */
export function isOneLetterOff(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  const start = sameAtStart(a, b)
  const [restA, restB] = [a.slice(start), b.slice(start)]
  const isExchanged = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  const isWrong = restA.slice(1) === restB.slice(1)
  return isExchanged || isWrong || restA.slice(1) === restB || restA === restB.slice(1)
}

function sameAtStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
