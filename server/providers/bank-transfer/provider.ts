import type { Event } from '#domain/catalog/catalog/event.ts'
import type { DocumentPayment } from '#domain/order/invoice/billing-document.ts'
import {
  LEAST_HOURS_TO_PAY,
  type TransferTerms,
  daysForTransfer,
  isTransferPossible,
  transferDeadline,
} from '#domain/payment/pay/transfer-deadline.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'
import type { ReaderOf } from '#domain/foundation/setting/definition.ts'
import type {
  AwaitsTransfer,
  BankAccount,
  OfferedMethod,
  OrderToPay,
  Payable,
  PaymentProvider,
} from '#server/providers/port/provider.ts'
import type { BANK_TRANSFER_SETTINGS } from './module.ts'

type Own = ReaderOf<typeof BANK_TRANSFER_SETTINGS>

/**
 * Bank transfer (lifecycle B.6). Offered until two hours before the last pay date. Deferred: the organiser sends the
 * instructions by hand, and the order is held until the event begins.
 */
export const bankTransferProvider: PaymentProvider<Own> = {
  proxy: 'OFFLINE',
  offer,
  missing,
  begin: payable => ({ kind: 'known', outcome: awaited(payable) }),
  read,
  account,
}

function offer(payable: Payable<Own>): readonly OfferedMethod[] {
  const { settings } = payable
  const terms = termsOf(payable)
  if (missing(settings).length > 0 || !isTransferPossible(terms)) return []
  const daysToPay = daysForTransfer(terms)
  const parameters = {
    delayForOfflinePayment: Math.max(1, daysToPay),
    ...(daysToPay === 0 && { hoursForOfflinePayment: LEAST_HOURS_TO_PAY }),
    ...(isDeferred(payable) && { deferred: true }),
  }
  return [{ method: 'BANK_TRANSFER', parameters }]
}

function missing(settings: Own): readonly string[] {
  return settings.flag('BANK_TRANSFER_ENABLED') ? [] : ['BANK_TRANSFER_ENABLED']
}

function awaited(payable: Payable<Own>): AwaitsTransfer {
  const { context } = payable
  if (isDeferred(payable)) return { kind: 'awaits-transfer', until: payable.context.startsAt, isDeferred: true }
  const until = fromWall(transferDeadline(termsOf(payable)), context.timeZone)
  return { kind: 'awaits-transfer', until, isDeferred: false }
}

/** A pass does not begin, so that nothing could be held until then. */
function isDeferred<P extends Payable<Own>>(payable: P): payable is P & { readonly context: Event } {
  return payable.context.kind === 'event' && payable.settings.flag('DEFERRED_BANK_TRANSFER_ENABLED')
}

function read({ awaits, shortId, deadline, settings }: OrderToPay<Own>): DocumentPayment {
  if (awaits === null) return { kind: 'paid', by: 'transfer' }
  if (awaits === 'deferred-transfer') return { kind: 'deferred-transfer' }
  const { number, owner } = account(settings)
  return {
    kind: 'bank-transfer',
    account: number,
    owner: owner.filter(line => line.trim() !== ''),
    reason: shortId,
    deadline,
  }
}

function account(settings: Own): BankAccount {
  return {
    number: settings.text('BANK_ACCOUNT_NR') ?? '',
    owner: settings.text('BANK_ACCOUNT_OWNER')?.split('\n') ?? [],
  }
}

function termsOf({ context, settings, now }: Payable<Own>): TransferTerms {
  const { timeZone } = context
  const isEvent = context.kind === 'event'
  return {
    now: onWall(now, timeZone),
    event: isEvent ? { startsAt: onWall(context.startsAt, timeZone), endsAt: onWall(context.endsAt, timeZone) } : null,
    daysToPay: settings.number('OFFLINE_PAYMENT_DAYS'),
    isBusinessDaysOnly: settings.flag('OFFLINE_PAYMENT_BUSINESS_DAYS'),
  }
}
