import { type FakeBooked, type World, newId, seconds } from './world.ts'

type Line = {
  readonly type: string
  /** Negative when it leaves. */
  readonly amount: number
  readonly fee: number
  readonly source: FakeBooked & { readonly applicationFee?: number }
}

/** A line of Stripe's own books; returns its id. */
export function bookLine(world: World, { type, amount, fee, source }: Line): string {
  const id = newId('txn')
  const { currency, account, applicationFee = 0 } = source
  world.lines.push({
    id,
    type,
    amount,
    currency,
    fee,
    applicationFee,
    account,
    source: source.id,
    created: seconds(world),
  })
  return id
}

/** A movement in the books that tests compare; negative when it is reversed. */
export function book(world: World, kind: 'charge' | 'refund' | 'dispute', about: FakeBooked, amount: number): void {
  const { currency, metadata } = about
  world.books.push({
    kind,
    transactionId: metadata['transactionId'] ?? '',
    amount: inUnits(amount, currency),
    currency: currency.toUpperCase(),
  })
}

/** In the smallest unit by ISO 4217, which Stripe leaves for three currencies. */
function inUnits(amount: number, currency: string): bigint {
  if (currency === 'mga') return BigInt(amount) * 100n
  return ['isk', 'ugx'].includes(currency) ? BigInt(amount) / 100n : BigInt(amount)
}
