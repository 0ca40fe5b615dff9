import type { BuyerAct, Mood } from '#tests/fakes/provider-fake.ts'

/** What is done to one order; numbers are taken modulo what there is, so that any of them names an order, a way or a ticket. */
export type OrderAct = { readonly order: number } & (
  | { readonly kind: 'reserve'; readonly tickets: Tickets; readonly booklets: number; readonly isWithCode: boolean }
  | { readonly kind: 'buy pass' }
  | { readonly kind: 'fill in'; readonly isInvoice: boolean }
  | (Each<'pay' | 'other way'> & { readonly way: number })
  | { readonly kind: 'page'; readonly act: BuyerAct; readonly back: number }
  | { readonly kind: 'office'; readonly act: OfficeAct; readonly back: number }
  /** Begins a payment, leaves it or has it refused, again and again. */
  | { readonly kind: 'keep paying'; readonly act: BuyerAct; readonly minutes: number; readonly times: number }
  | Each<PlainAct>
  | (Each<TicketAct> & { readonly ticket: number })
  | { readonly kind: 'refund ticket'; readonly ticket: number; readonly isMoneyReturned: boolean }
  | { readonly kind: 'refund order'; readonly isMoneyReturned: boolean }
  | { readonly kind: 'refund amount'; readonly cents: number }
)

type Each<Kind extends string> = Kind extends string ? { readonly kind: Kind } : never

/** What happens to all buyers. */
export type CommonAct =
  | { readonly kind: 'provider is'; readonly mood: Mood; readonly calls: number }
  | { readonly kind: 'refunds go'; readonly how: RefundsGo }
  | { readonly kind: 'messages'; readonly act: MessageAct }
  | { readonly kind: 'clock'; readonly minutes: number }
  | { readonly kind: 'run jobs' }
  /** The event has long ended, and personal data are erased. */
  | { readonly kind: 'erase' }

export type Act = OrderAct | CommonAct

export type Tickets = { readonly Adult: number; readonly Child: number; readonly Member: number }
export type OfficeAct =
  | 'settle'
  | 'fail'
  | 'cancel'
  | 'refund'
  | 'refund a part'
  | 'dispute'
  | 'dispute won'
  | 'dispute lost'
export type MessageAct = 'in-order' | 'reversed' | 'twice' | 'drop' | 'redeliver'
export type RefundsGo = 'usual' | 'pending' | 'refused' | 'fail-later'

/** Of the buyer, then of the organiser. */
export type PlainAct =
  | 'back to booking'
  | 'more time'
  | 'give up'
  | 'come back'
  | 'press pay'
  | 'force check'
  | 'use pass'
  | 'take pass off'
  | 'withdraw'
  | 'confirm'
  | 'credit'
  | 'refund what was not taken'

export type TicketAct = 'pass on' | 'release' | 'take out' | 'check in' | 'undo check-in'

/** As a person reads it. */
export function inWords(act: Act): string {
  const { kind, ...more } = act
  const words = Object.entries(more).flatMap(([name, value]) => (name === 'order' ? [] : [`${name} ${plain(value)}`]))
  const whose = 'order' in act ? `order ${act.order + 1}: ` : ''
  return `${whose}${kind}${words.length > 0 ? ` (${words.join(', ')})` : ''}`
}

function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const parts = Object.entries(value).filter(([, count]) => count !== 0)
  return parts.map(([name, count]) => `${name} ${String(count)}`).join(' + ')
}

export type OrganiserAct =
  | 'office'
  | 'refund ticket'
  | 'refund order'
  | 'refund amount'
  | 'refund what was not taken'
  | 'take out'
  | 'check in'
  | 'undo check-in'
  | 'confirm'
  | 'credit'
