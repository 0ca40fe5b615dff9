import { type Minor, minor } from '#domain/foundation/money/money.ts'

/**
 * What the holder of each ticket pays at the desk, so that all of them together pay the order. A ticket's own amount is
 * its price and that of the extras that go with it. These add up to the total unless something is taken off the whole
 * order or its VAT was rounded once; then each ticket bears its part, and no coin is lost: 30.00 for two tickets of 20.00
 * are 15.00 and 15.00, 10.00 for three of 4.00 are 3.33, 3.33 and 3.34.
 */
export function deskShares(total: Minor, own: readonly Minor[]): Minor[] {
  const whole = own.reduce((sum, amount) => sum + amount, 0n)
  let seen = 0n
  return own.map(amount => {
    const before = partOf(total, seen, whole)
    seen += amount
    return minor(partOf(total, seen, whole) - before)
  })
}

/** Rounded down; nothing where nothing costs anything. */
const partOf = (total: Minor, seen: bigint, whole: bigint): bigint => (whole === 0n ? 0n : (total * seen) / whole)
