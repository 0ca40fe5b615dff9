/** Without letters and digits that look like others: 0 and O, 1, I and L, 5 and S, 2 and Z, 8 and B, U and V. */
const ALPHABET = 'ACDEFGHJKMNPQRTWXY34679'

type Drawing = {
  readonly count: number
  readonly prefix: string
  /** Of what follows the prefix. */
  readonly length: number
  /** Codes that there are already, in capitals. */
  readonly taken: ReadonlySet<string>
}

/**
 * Draws so many codes, each another one. `freshBytes` returns random bytes; a byte that would favour some letters is left aside.
 */
export function drawCodes(
  { count, prefix, length, taken }: Drawing,
  freshBytes: (count: number) => Uint8Array,
): string[] {
  const fair = 256 - (256 % ALPHABET.length)
  const letters = function* () {
    for (;;) for (const byte of freshBytes(64)) if (byte < fair) yield ALPHABET[byte % ALPHABET.length] ?? ''
  }
  const source = letters()
  const drawn = new Set<string>()
  while (drawn.size < count) {
    const code = prefix + Array.from({ length }, () => source.next().value).join('')
    if (!taken.has(code)) drawn.add(code)
  }
  return [...drawn]
}
