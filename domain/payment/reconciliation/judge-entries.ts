import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type AwaitedTransfer, matchTransfer } from './match-transfer.ts'

/** What becomes of the entries of a bank statement, before a member decides. */

/** Where an order is that an entry names. */
export type NamedState =
  | 'awaited'
  /** Its money was there before. */
  | 'paid'
  /** Its buyer has not chosen a transfer, or its payment is elsewhere. */
  | 'open'
  /** It was cancelled, or has expired, and its seats are free. */
  | 'ended'
  /** Its people were erased. */
  | 'erased'

export type NamedOrder = {
  readonly id: ReservationId
  readonly state: NamedState
  /** Null where nothing is left to say of it. */
  readonly due: Omit<AwaitedTransfer, 'id'> | null
  /** The account that its buyer was given, without blanks; empty where there is none. */
  readonly account: string
}

export type EntryToJudge = {
  readonly id: bigint
  readonly account: string | null
  readonly amount: string
  readonly currency: string
  /** Payer and text, for names. */
  readonly words: string
  /** The orders that its references and its text name. */
  readonly named: readonly NamedOrder[]
  /** It was refused when it was to be booked. */
  readonly isRefused: boolean
}

/** An order whose transfer is awaited, with who pays. */
export type AwaitedOrder = AwaitedTransfer & { readonly lastName: string }

export const UNSURE_REASONS = [
  'several-orders',
  'paid',
  'ended',
  'open',
  'erased',
  'amount',
  'currency',
  'account',
  'twice',
  'refused',
  'by-name',
] as const
export type UnsureReason = (typeof UNSURE_REASONS)[number]

export type Judgement =
  | { readonly kind: 'sure'; readonly orderId: ReservationId }
  | { readonly kind: 'unsure'; readonly reason: UnsureReason; readonly orderIds: readonly ReservationId[] }
  | { readonly kind: 'unmatched' }

/**
 * Judges entries in their order. Sure is what names one order alone that awaits exactly this sum on this account, and no
 * entry before it pays that order; everything else a member decides (lifecycle A.3.10).
 */
export function judgeEntries(
  entries: readonly EntryToJudge[],
  awaited: readonly AwaitedOrder[],
): ReadonlyMap<bigint, Judgement> {
  const paidByEarlier = new Set<ReservationId>()
  const judged = new Map<bigint, Judgement>()
  for (const entry of entries) {
    const judgement = judge(entry, awaited, paidByEarlier)
    if (judgement.kind === 'sure') paidByEarlier.add(judgement.orderId)
    judged.set(entry.id, judgement)
  }
  return judged
}

function judge(entry: EntryToJudge, awaited: readonly AwaitedOrder[], paid: ReadonlySet<ReservationId>): Judgement {
  const [only, ...others] = entry.named
  if (!only) return judgeByName(entry, awaited)
  const unsure = (reason: UnsureReason): Judgement => ({
    kind: 'unsure',
    reason,
    orderIds: entry.named.map(({ id }) => id),
  })
  if (others.length > 0) return unsure('several-orders')
  if (only.state !== 'awaited' || !only.due) return unsure(only.state === 'awaited' ? 'ended' : only.state)
  if (only.due.currency !== entry.currency) return unsure('currency')
  if (matchTransfer([{ ...only.due, id: only.id }], entry).kind !== 'match') return unsure('amount')
  if (isOtherAccount(entry.account, only.account)) return unsure('account')
  if (entry.isRefused) return unsure('refused')
  if (paid.has(only.id)) return unsure('twice')
  return { kind: 'sure', orderId: only.id }
}

/** A file that names no account, and an order without one, can't contradict each other. */
const isOtherAccount = (own: string | null, given: string): boolean => own !== null && given !== '' && own !== given

/** At most so many are proposed by name. */
const PROPOSED = 5

/** Orders of exactly this sum whose buyer's name is on the entry: likely, and never sure. */
function judgeByName(entry: EntryToJudge, awaited: readonly AwaitedOrder[]): Judgement {
  const words = new Set(wordsOf(entry.words))
  const found = awaited.filter(order => {
    const name = wordsOf(order.lastName)
    return name.length > 0 && name.every(word => words.has(word)) && matchTransfer([order], entry).kind === 'match'
  })
  if (found.length === 0) return { kind: 'unmatched' }
  return { kind: 'unsure', reason: 'by-name', orderIds: found.slice(0, PROPOSED).map(({ id }) => id) }
}

/** Without accents, which banks drop: "Müller" and "MULLER" are the same word, and "Mueller" too. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 1)
}
