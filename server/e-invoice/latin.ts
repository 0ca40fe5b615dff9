/**
 * A text in the letters FatturaPA takes, Latin-1, and no longer than it takes: accents that are not in it fall off, any
 * other letter becomes a question mark. Never empty.
 */
export function latin(text: string, maximum: number): string {
  const letters = Array.from(text.normalize('NFC'), letter => (isLatin1(letter) ? letter : plain(letter)))
  return letters.join('').replaceAll(/\s+/g, ' ').trim().slice(0, maximum) || '-'
}

const isLatin1 = (letter: string): boolean => /^[ -~\u{a0}-\u{ff}]$/u.test(letter)

function plain(letter: string): string {
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (isLatin1(base)) return base
  return /^\s$/.test(letter) ? ' ' : '?'
}
