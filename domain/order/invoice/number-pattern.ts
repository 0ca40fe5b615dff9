/** The counter, with as many digits as can be printed, copied and typed: 20 at most. */
const COUNTER = /%0?((?:\d|1\d|20)?)d/

/** What INVOICE_NUMBER_PATTERN may be: one line of 60 characters at most, with a counter in it. */
export const NUMBER_PATTERN = new RegExp(`^(?=.{1,60}$).*${COUNTER.source}`)

/**
 * Writes a document's number by INVOICE_NUMBER_PATTERN: `%d` is the counter, `%05d` the counter with at least five
 * digits, anything else stays as it is. Without a pattern, or with one that may not be, it is the counter alone
 * (lifecycle C.2).
 */
export function documentNumber(pattern: string | null, counter: number): string {
  const used = pattern !== null && NUMBER_PATTERN.test(pattern) ? pattern : '%d'
  return used.replace(COUNTER, (_, width: string) => String(counter).padStart(Number(width), '0'))
}
