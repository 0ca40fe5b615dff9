import { type Currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Instant, after, hours } from '#domain/foundation/instant.ts'
import { type Minor, ZERO, minor, minorFromDecimal, minus, plus, sum, times } from '#domain/foundation/money/money.ts'

/** The money of a drawer: what it began with, what was taken in, and what was returned for sales that were undone. */
export type DrawerMoney = { readonly float: Minor; readonly cashIn: Minor; readonly cashOut: Minor }

/** What has to be in the drawer. */
export const expectedIn = ({ float, cashIn, cashOut }: DrawerMoney): Minor => minus(plus(float, cashIn), cashOut)

/** Above nothing where more was counted than expected. */
export const differenceOf = (money: DrawerMoney, counted: Minor): Minor => minus(counted, expectedIn(money))

/** A coin or note, and how many of it were counted. */
export type CountedPiece = { readonly value: Minor; readonly count: number }

export const sumOfPieces = (pieces: readonly CountedPiece[]): Minor =>
  sum(pieces.map(({ value, count }) => times(value, count)))

/** More than any drawer holds: what is above was typed wrongly. */
const MOST = 1_000_000_000_000n

/** An amount as a person types it; undefined for what is none, is below nothing, beyond all reason, or finer than the currency. */
export function typedAmount(text: string, currency: Currency): Minor | undefined {
  const plain = text.trim().replace(',', '.')
  const digits = decimalsOf(currency)
  if (!/^\d{1,13}(?:\.\d+)?$/.test(plain) || (plain.split('.')[1] ?? '').length > digits) return undefined
  const amount = minorFromDecimal(plain, currency)
  return amount === undefined || amount > MOST ? undefined : amount
}

/** What goes back to a buyer who hands over more than it costs; undefined where it is too little. */
export const changeOf = (given: Minor, total: Minor): Minor | undefined =>
  given < total ? undefined : minor(given - total)

/** A sale is undone at the door within its night; later it is a matter of the desk. */
const NIGHT = hours(12)

export type UndoFacts = {
  readonly soldAt: Instant
  readonly now: Instant
  /** Of its tickets, how many are in. */
  readonly checkedIn: number
  readonly total: Minor
  /** Its money is in a drawer or on a terminal of the box office. */
  readonly isTakenHere: boolean
  readonly isPaid: boolean
}

export type UndoRefusal = 'late' | 'checked-in' | 'paid-elsewhere'

/** Why a door can't undo a sale; null where it can. Money that came another way goes back that way, which the desk does. */
export function undoRefusal({ soldAt, now, checkedIn, total, isTakenHere, isPaid }: UndoFacts): UndoRefusal | null {
  if (now > after(soldAt, NIGHT)) return 'late'
  if (checkedIn > 0) return 'checked-in'
  return isPaid && total > ZERO && !isTakenHere ? 'paid-elsewhere' : null
}
