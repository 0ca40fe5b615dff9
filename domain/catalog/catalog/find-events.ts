/**
 * Text as it is searched: without accents, case and the letters that keyboards abroad don't have. Done here and not in
 * SQL, because an external PostgreSQL may have neither `unaccent` nor an ICU collation that ignores accents.
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

/** Do the texts contain every word of `search`, in whatever order, as a whole word or a part of one? */
export function containsWords(texts: readonly string[], search: string): boolean {
  const words = folded(search)
    .split(/[\s,;]+/)
    .filter(word => word !== '')
  const text = texts.join('\n')
  const searched = `${folded(text)}\n${folded(spelledOut(text))}`
  return words.every(word => searched.includes(word))
}
