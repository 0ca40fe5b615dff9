/**
 * A text in the letters FatturaPA takes, Latin-1, and no longer than it takes: accents that are not in it fall off, any
 * other letter becomes a question mark. Never empty.
 */
export function latin(text: string, maximum: number): string {
  const letters = Array.from(text.normalize('NFC'), letter => (isLatin1(letter) ? letter : plain(letter)))
  return letters.join('').replaceAll(/\s+/g, ' ').trim().slice(0, maximum).trim() || '-'
}

/** The same for numbers of documents, which take Basic Latin alone: accents fall off. */
export function basicLatin(text: string, maximum: number): string {
  const letters = Array.from(latin(text, Infinity), letter => (isBasic(letter) ? letter : plainBasic(letter)))
  return letters.join('').replaceAll(/ +/g, ' ').trim().slice(0, maximum).trim() || '-'
}

const isBasic = (letter: string): boolean => /^[ -~]$/.test(letter)

function plainBasic(letter: string): string {
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return isBasic(base) ? base : '?'
}

const isLatin1 = (letter: string): boolean => /^[ -~\u{a0}-\u{ff}]$/u.test(letter)

/** What is written otherwise in Latin-1: signs that word processors put in, and letters that no accent is taken off. */
const WRITTEN_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '‘': "'",
    '’': "'",
    '‚': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '‹': '<',
    '›': '>',
    '‐': '-',
    '‑': '-',
    '–': '-',
    '—': '-',
    '−': '-',
    '•': '-',
    '…': '...',
    '€': 'EUR',
    '™': '(TM)',
    '№': 'No.',
    Œ: 'OE',
    œ: 'oe',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    ı: 'i',
    ẞ: 'SS',
    Ħ: 'H',
    ħ: 'h',
  }),
)

function plain(letter: string): string {
  const written = WRITTEN_AS.get(letter)
  if (written !== undefined) return written
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (isLatin1(base)) return base
  return /^\s$/.test(letter) ? ' ' : '?'
}
