import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import {
  type FoundOnStatement,
  type ReferenceConfirmation,
  confirmByReference,
} from '#server/payment/pay/confirm-by-reference.ts'
import { confirmTransfer } from '#server/payment/pay/finalize.ts'
import { listAwaited } from '#server/payment/pay/list-awaited.ts'
import { type Command, Refusal, findEventId, say, table, withShop } from './command.ts'
import { ONLINE_USAGE, reconcilePayments, refundPayment, reviewPayments } from './payments-online.ts'

const USAGE = [
  'payments [list [<event>]]',
  'payments confirm <reservation>',
  'payments confirm <short id> <amount> <currency>',
  ...ONLINE_USAGE,
] as const

export const paymentsCommand: Command = {
  usage: USAGE,
  summary:
    'Confirms bank transfers that are waited for; shows payments that need a person; gives money back; compares a day with the books of a provider.',
  run: async ([verb = 'list', ...rest]) => {
    if (verb === 'list' && rest.length <= 1) return list(rest[0])
    if (verb === 'review' && rest.length <= 1) return reviewPayments(rest[0])
    if (verb === 'refund') return refundPayment(rest)
    if (verb === 'reconcile') return reconcilePayments(rest)
    if (verb !== 'confirm') throw new Refusal('Say: payments list [<event>], or payments confirm <reservation>.')
    const [reference = '', amount, currency, ...others] = rest
    if (amount === undefined) return confirm(reference)
    if (currency === undefined || others.length > 0) throw new Refusal(`Say: ${USAGE[2]}.`)
    if (!/^\d+(\.\d+)?$/.test(amount)) throw new Refusal(`"${amount}" is not an amount such as 71.40.`)
    return confirmPart({ reference, amount, currency })
  },
}

async function list(event: string | undefined): Promise<number> {
  const awaited = await withShop(async shop =>
    listAwaited(shop, event === undefined ? {} : { contextId: await findEventId(shop.db, event) }),
  )
  if (awaited.length === 0) {
    say('No order waits for a bank transfer.')
    return 0
  }
  const rows = awaited.map(({ shortId, event: of, amount, currency, deadline, overdue, contact }) => [
    shortId,
    of,
    `${currency} ${amount}`,
    deadline === null ? 'deferred' : dayAndTime(deadline),
    overdue ? 'OVERDUE' : '',
    `${contact.firstName} ${contact.lastName} <${contact.email}>`,
  ])
  say(...table([['order', 'event', 'amount', 'due', '', 'buyer'], ...rows]))
  return 0
}

function dayAndTime(moment: number): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

async function confirm(text: string): Promise<number> {
  const id = reservationId(text)
  if (id === undefined)
    throw new Refusal(`"${text}" is not the id of a reservation. With a short id, say the amount too.`)
  const outcome = await withShop(shop => confirmTransfer(shop, id))
  if (outcome === 'status') throw new Refusal(`${id} is not waiting for a bank transfer.`)
  if (outcome !== 'confirmed') throw new Refusal(`${id} is not confirmed: ${LOST[outcome]}.`)
  return printPaid(id)
}

async function confirmPart(found: FoundOnStatement): Promise<number> {
  const outcome = await withShop(shop => confirmByReference(shop, found, {}))
  if (outcome.kind === 'refused') throw new Refusal(`${found.reference} is not confirmed: ${LOST[outcome.reason]}.`)
  if (outcome.kind !== 'confirmed') throw new Refusal(REFUSALS[outcome.kind](found.reference))
  return printPaid(outcome.id)
}

function printPaid(id: ReservationId): number {
  say(`${id} is paid.`)
  return 0
}

const REFUSALS = {
  unknown: reference => `No order that begins with "${reference}" is waiting for a bank transfer.`,
  ambiguous: reference => `Several orders that begin with "${reference}" are waiting: say more of the id.`,
  'other-amount': reference => `The order "${reference}" comes to another amount.`,
} as const satisfies Record<
  Exclude<ReferenceConfirmation['kind'], 'confirmed' | 'refused'>,
  (reference: string) => string
>

const LOST = {
  status: 'it is not waiting for a bank transfer',
  amount: 'it comes to another amount',
  provider: 'it waits for a payment of another kind',
  details: 'it has no contact details yet',
  event: 'its event is cancelled; return the money to the buyer',
  change: 'the ticket whose change it pays for has left its order or has been let in; return the money to the buyer',
  code: 'its discount code is used up',
  pass: 'the pass that paid for tickets of it does not any more; it waits for its new total now, and its buyer gets a mail',
  invoiced:
    'the pass that paid for tickets of it does not any more, and its invoice is issued; credit the order and return the transfer',
  places: 'a holder is no member of the group that a ticket is for, or has no place left in it',
} as const satisfies Record<ConfirmationRefusal, string>
