import { FIRST_PASS_STATUS, PASS_MOVES, PASS_STATUSES, PASS_TRAITS, passHas } from '#domain/order/pass/bought-pass.ts'
import {
  FIRST_STATUS,
  RESERVATION_STATUSES,
  STATUS_TRAITS,
  TRANSITIONS,
  has,
  pageOf,
} from '#domain/order/reservation/states.ts'
import {
  FIRST_PAYMENT_STATUSES,
  PAYMENT_MOVES,
  PAYMENT_STATUSES,
  PAYMENT_TRAITS,
  paymentHas,
} from '#domain/payment/pay/payment-states.ts'
import {
  FIRST_REFUND_STATUS,
  REFUND_MOVES,
  REFUND_STATUSES,
  REFUND_TRAITS,
  refundHas,
} from '#domain/payment/refund/refund-states.ts'
import {
  FIRST_TICKET_STATUS,
  TICKET_MOVES,
  TICKET_STATUSES,
  TICKET_TRAITS,
  ticketHas,
} from '#domain/ticket/ticket/states.ts'

/** What has statuses and moves between them, as generate-states.ts draws it. */
export type Life = {
  /** Of the page, such as 'How a reservation moves'. */
  readonly title: string
  /** The name of the page below docs/generated/, without its ending. */
  readonly page: string
  /** The files that have the tables. */
  readonly sources: readonly string[]
  readonly statuses: readonly string[]
  /** The statuses in which it can begin. */
  readonly first: readonly string[]
  /** From each status to those it can move to; what is no status of its own, such as DELETED, ends it. */
  readonly transitions: Readonly<Record<string, readonly string[]>>
  /** The name of a move, where moves have names. */
  readonly nameOf?: (from: string, to: string) => string
  /** The names of what holds in a status. */
  readonly traitsOf: (status: string) => readonly string[]
  /** One more column of the table: its heading, and what a status has there. */
  readonly extra?: { readonly heading: string; readonly of: (status: string) => string }
}

/** Checks that the statuses given are those of the life, which `Life` takes as text. */
function lifeOf<Status extends string>({
  traitsOf,
  extra,
  ...life
}: Omit<Life, 'statuses' | 'traitsOf' | 'extra'> & {
  readonly statuses: readonly Status[]
  readonly traitsOf: (status: Status) => readonly string[]
  readonly extra?: { readonly heading: string; readonly of: (status: Status) => string }
}): Life {
  const statusNamed = (text: string): Status => {
    const status = life.statuses.find(one => one === text)
    if (status === undefined) throw new Error(`${life.page} has no status ${text}`)
    return status
  }
  return {
    ...life,
    traitsOf: text => traitsOf(statusNamed(text)),
    ...(extra && { extra: { ...extra, of: (text: string) => extra.of(statusNamed(text)) } }),
  }
}

type Moves = Readonly<Record<string, { readonly from: readonly string[]; readonly to: readonly string[] }>>

/** The transitions of moves that have names, and these names. */
function byName(statuses: readonly string[], moves: Moves): Pick<Life, 'transitions' | 'nameOf'> {
  const all = Object.entries(moves)
  const ends = (from: string) => all.flatMap(([, move]) => (move.from.includes(from) ? move.to : []))
  return {
    transitions: Object.fromEntries(statuses.map(status => [status, [...new Set(ends(status))]])),
    nameOf: (from, to) =>
      all.flatMap(([name, move]) => (move.from.includes(from) && move.to.includes(to) ? [name] : [])).join(', '),
  }
}

export const LIVES: readonly Life[] = [
  lifeOf({
    title: 'How a reservation moves',
    page: 'reservation-states',
    sources: ['domain/order/reservation/states.ts', 'domain/order/reservation/states.ts'],
    statuses: RESERVATION_STATUSES,
    first: [FIRST_STATUS],
    transitions: TRANSITIONS,
    traitsOf: status => STATUS_TRAITS.filter(trait => has({ status }, trait)),
    extra: { heading: 'Page', of: pageOf },
  }),
  lifeOf({
    title: 'How a payment moves',
    page: 'payment-states',
    sources: ['domain/payment/pay/payment-states.ts'],
    statuses: PAYMENT_STATUSES,
    first: FIRST_PAYMENT_STATUSES,
    transitions: PAYMENT_MOVES,
    traitsOf: status => PAYMENT_TRAITS.filter(trait => paymentHas({ status }, trait)),
  }),
  lifeOf({
    title: 'How a refund moves',
    page: 'refund-states',
    sources: ['domain/payment/refund/refund-states.ts'],
    statuses: REFUND_STATUSES,
    // One that was made at the provider begins as the provider reports it.
    first: [FIRST_REFUND_STATUS, ...REFUND_MOVES[FIRST_REFUND_STATUS]],
    transitions: REFUND_MOVES,
    traitsOf: status => REFUND_TRAITS.filter(trait => refundHas({ status }, trait)),
  }),
  lifeOf({
    title: 'How a ticket moves',
    page: 'ticket-states',
    sources: ['domain/ticket/ticket/states.ts'],
    statuses: TICKET_STATUSES,
    first: [FIRST_TICKET_STATUS],
    ...byName(TICKET_STATUSES, TICKET_MOVES),
    traitsOf: status => TICKET_TRAITS.filter(trait => ticketHas({ status }, trait)),
  }),
  lifeOf({
    title: 'How a bought pass moves',
    page: 'pass-states',
    sources: ['domain/order/pass/bought-pass.ts'],
    statuses: PASS_STATUSES,
    first: [FIRST_PASS_STATUS],
    ...byName(PASS_STATUSES, PASS_MOVES),
    traitsOf: status => PASS_TRAITS.filter(trait => passHas({ status }, trait)),
  }),
]
