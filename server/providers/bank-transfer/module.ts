import { providerModule } from '#server/providers/port/module.ts'
import {
  CONTEXT,
  type ReaderOf,
  type SettingDefinitions,
  asking,
  flag,
  number,
  text,
} from '#domain/foundation/setting/definition.ts'
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
import type {
  AwaitsTransfer,
  BankAccount,
  OfferedMethod,
  OrderToPay,
  Payable,
  PaymentProvider,
} from '#server/providers/port/provider.ts'

const BANK_TRANSFER_SETTINGS = {
  BANK_TRANSFER_ENABLED: asking(flag(false, CONTEXT, 'Offer bank transfer.')),
  BANK_ACCOUNT_NR: text(CONTEXT, 'Account number (IBAN) for bank transfers.'),
  BANK_ACCOUNT_OWNER: text(CONTEXT, 'Name and address of the account owner, one line each.'),
  OFFLINE_PAYMENT_DAYS: number(5, 0, 365, CONTEXT, 'Days a buyer has to pay by bank transfer.'),
  OFFLINE_PAYMENT_BUSINESS_DAYS: flag(true, CONTEXT, 'Count Monday to Friday only.'),
  OFFLINE_REMINDER_HOURS: number(24, 1, 720, CONTEXT, 'Hours before the deadline when the buyer is reminded.'),
  AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: flag(false, CONTEXT, 'Cancel orders whose transfer is overdue.'),
  SHOW_ONLY_BASIC_INSTRUCTIONS: flag(false, CONTEXT, 'Shorter instructions for bank transfer.'),
  DEFERRED_BANK_TRANSFER_ENABLED: flag(false, CONTEXT, 'Send the instructions for bank transfer by hand.'),
  DEFERRED_BANK_TRANSFER_SEND_CONFIRMATION_EMAIL: flag(
    true,
    CONTEXT,
    'Mail the buyer when such a transfer is confirmed.',
  ),
} as const satisfies SettingDefinitions

type Own = ReaderOf<typeof BANK_TRANSFER_SETTINGS>

/**
 * Bank transfer (lifecycle B.6). Offered until two hours before the last pay date. Deferred: the organiser sends the
 * instructions by hand, and the order is held until the event begins.
 */
const bankTransferProvider: PaymentProvider<Own> = {
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
function isDeferred<P extends Payable<Own>>(
  payable: P,
): payable is P & { readonly context: { readonly kind: 'event' } & Pick<Event, 'startsAt'> } {
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

export const bankTransfer = providerModule({
  settings: BANK_TRANSFER_SETTINGS,
  addresses: {},
  open: async () => bankTransferProvider,
})
