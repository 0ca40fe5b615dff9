import {
  LEAST_HOURS_TO_PAY,
  type TransferTerms,
  daysForTransfer,
  isTransferPossible,
  transferDeadline,
} from '#domain/payment/transfer-deadline.ts'
import { fromWall, onWall } from '#server/base/wall-clock.ts'
import { captchaParameters } from '../captcha.ts'
import type { Payable, PaymentProvider } from '../../provider.ts'

/**
 * Bank transfer (lifecycle B.6). Offered until two hours before the last pay date. Deferred: the organiser sends the
 * instructions by hand, and the order is held until the event begins.
 */
export const offline: PaymentProvider = {
  proxy: 'OFFLINE',
  method: 'BANK_TRANSFER',
  offer: payable => {
    const { settings } = payable
    const terms = termsOf(payable)
    if (!settings.flag('BANK_TRANSFER_ENABLED') || !isTransferPossible(terms)) return undefined
    const daysToPay = daysForTransfer(terms)
    return {
      delayForOfflinePayment: Math.max(1, daysToPay),
      ...(daysToPay === 0 && { hoursForOfflinePayment: LEAST_HOURS_TO_PAY }),
      ...captchaParameters(payable),
      ...(settings.flag('DEFERRED_BANK_TRANSFER_ENABLED') && { deferred: true }),
    }
  },
  pay: payable => {
    const { event, settings } = payable
    if (settings.flag('DEFERRED_BANK_TRANSFER_ENABLED')) {
      return { kind: 'awaits-transfer', until: event.startsAt, isDeferred: true }
    }
    return {
      kind: 'awaits-transfer',
      until: fromWall(transferDeadline(termsOf(payable)), event.timeZone),
      isDeferred: false,
    }
  },
}

function termsOf({ event, settings, now }: Payable): TransferTerms {
  return {
    now: onWall(now, event.timeZone),
    startsAt: onWall(event.startsAt, event.timeZone),
    endsAt: onWall(event.endsAt, event.timeZone),
    daysToPay: settings.number('OFFLINE_PAYMENT_DAYS'),
    isBusinessDaysOnly: settings.flag('OFFLINE_PAYMENT_BUSINESS_DAYS'),
  }
}
