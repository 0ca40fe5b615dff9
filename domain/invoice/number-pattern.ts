/**
 * Writes a document's number by INVOICE_NUMBER_PATTERN: `%d` is the counter, `%05d` the counter with at least five
 * digits, anything else stays as it is. Without a pattern it is the counter alone (lifecycle C.2).
 */
export function documentNumber(pattern: string | null, counter: number): string {
  return (pattern ?? '%d').replace(/%0?(\d*)d/, (_, width: string) => String(counter).padStart(Number(width), '0'))
}
