import type { AttachmentDescription } from '#server/mail/letter/message.ts'
import { creditorReference, typedReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { type TransferCode, transferCode } from '#server/documents/transfer-code/transfer-code.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { type DocumentPayment, isNotCharged } from '#domain/order/invoice/billing-document.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed, printedWithCurrency } from '#domain/foundation/money/money.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import { type AppliedVatStatus, statedStatus } from '#domain/catalog/price/vat.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { type Reservation, proxyOf, shortId } from '#domain/order/reservation/reservation.ts'
import { instant } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type MailContext, fact } from '#server/mail/letter/letter.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { OrderSummary, PaymentSummary } from './letters.ts'
import { rowsOf } from './order-rows.ts'
import type { Order } from './read-order.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OrderToPay } from '#server/providers/port/provider.ts'
import { type Providers, providerOf } from '#server/providers/registry/registry.ts'

/** An order in the words of its mails. */

export function mailContext({ offer: { context } }: Pick<Order, 'offer'>, language: string): MailContext {
  return {
    language,
    eventName: displayName(context),
    organizer: { name: context.organization.name, email: context.organization.email },
    ...occasionOf(context),
  }
}

function occasionOf(context: PurchaseContext): Pick<MailContext, 'span' | 'location'> {
  const { timeZone } = context
  if (context.kind === 'subscription') return { span: { timeZone }, location: null }
  const { startsAt, endsAt, format, location } = context
  return { span: { start: startsAt, end: endsAt, timeZone }, location: format === 'ONLINE' ? null : location }
}

export function orderSummary(order: Order, texts: Texts, language: string): OrderSummary {
  const { reservation } = order
  const { price, tax } = reservation
  const code = reservation.currency ?? NO_CURRENCY
  const vat = texts.text(language, 'common.vat')
  return {
    shortId: shortIdOf(order),
    lines: rowsOf(order, texts, language).flatMap(row =>
      row.kind === 'TAX_DETAIL'
        ? []
        : [
            {
              name: row.name,
              quantity: row.quantity,
              amount: price.source === 0n ? null : printedWithCurrency(row.subTotal, code),
            },
          ],
    ),
    taxes:
      price.vat === 0n
        ? []
        : [
            fact(
              texts.text(language, vatKey(tax.status), trimmedPercentage(tax.percentage), vat),
              printedWithCurrency(price.vat, code),
            ),
          ],
    total: isFree(price) ? null : printedWithCurrency(price.total, code),
  }
}

/** How the VAT relates to the total; with split payment it is not part of it (domain rules 1.2). */
function vatKey(status: AppliedVatStatus): string {
  const isIncluded = statedStatus(status) === 'INCLUDED'
  if (isNotCharged(status)) return isIncluded ? 'foyer.mail.vat-taken-off' : 'foyer.mail.vat-left-out'
  return isIncluded ? 'reservation-page.vat-included' : 'reservation-page.vat'
}

/** How the order is paid, as far as the buyer still has to know. */
export function paymentInstructions(
  shop: Pick<Shop, 'providers'>,
  order: Pick<Order, 'reservation' | 'offer'>,
): PaymentSummary {
  const amount = amountOf(order.reservation)
  const payment = paymentReading(shop, order)
  switch (payment.kind) {
    case 'paid':
      return { kind: 'settled' }
    case 'bank-transfer':
      return {
        ...payment,
        reference: typedReference(payment.reference),
        amount,
        deadline: instant(payment.deadline),
        hasCode: transferCodeOf(shop, order) !== undefined,
      }
    case 'on-site':
    case 'deferred-transfer':
      return { kind: payment.kind, amount }
    default:
      return payment satisfies never
  }
}

/** A mail that shows the code of a transfer carries it. */
export const transferCodeIn = (payment: PaymentSummary, reservationId: string): readonly AttachmentDescription[] =>
  payment.kind === 'bank-transfer' && payment.hasCode === true ? [{ kind: 'transfer-code', reservationId }] : []

/** What the order comes to, with its currency. */
export function amountOf({ price, currency }: Order['reservation']): string {
  return printedWithCurrency(price.total, currency ?? NO_CURRENCY)
}

type Identified = {
  readonly offer: Pick<Order['offer'], 'settings'>
  readonly reservation: Pick<Order['reservation'], 'id'>
}

/** What buyers and organisers call the order. */
export function shortIdOf({ reservation, offer }: Identified): string {
  return shortId(reservation, offer.settings.number('PARTIAL_RESERVATION_ID_LENGTH'))
}

/**
 * How the payment of a confirmed order reads on documents and in mails, as its provider says it; `paid` where no
 * provider handles it, because it is free or the organiser has been paid elsewhere.
 */
export function paymentReading(
  { providers }: { readonly providers: Providers },
  { reservation, offer }: Pick<Order, 'reservation' | 'offer'>,
): DocumentPayment {
  const { settings } = offer
  const provider = providerOf(providers, proxyOf(reservation))
  if (!provider) return { kind: 'paid' }
  const payment = provider.read({
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    deadline: reservation.validity,
    awaits: awaitedBy(reservation),
    settings,
  })
  if (payment.kind !== 'bank-transfer') return payment
  const reference = creditorReference(reservation.id, payment.account)
  return { ...payment, ...(reference !== undefined && { reference }) }
}

/** The transfer that an order awaits as a code for banking apps; undefined for every other order. */
export function transferCodeOf(
  shop: { readonly providers: Providers },
  order: Pick<Order, 'reservation' | 'offer'>,
): TransferCode | undefined {
  const payment = paymentReading(shop, order)
  const { price, currency } = order.reservation
  if (payment.kind !== 'bank-transfer' || currency === null) return undefined
  const owner = payment.owner.length > 0 ? payment.owner : [order.offer.context.organization.name]
  return transferCode({
    ...payment,
    owner,
    reference: payment.reference,
    amount: printed(price.total, currency),
    currency,
  })
}

function awaitedBy(reservation: Reservation): OrderToPay<unknown>['awaits'] {
  if (!has(reservation, 'canTransferArrive')) return null
  return has(reservation, 'hasTransferDeadline') ? 'transfer' : 'deferred-transfer'
}
