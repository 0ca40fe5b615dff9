import type { DynamicDiscount, EventCode, ValidatedEventCode } from '#contract/promo-code.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { printedTotal } from '#domain/foundation/money/money.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { Discount, DiscountRule } from '#domain/catalog/promo-code/promo-code.ts'
import type { RedeemableCode } from '#domain/catalog/promo-code/redeemable-code.ts'
import { validated } from '#server/foundation/http/answer.ts'
import type { Texts } from '#server/foundation/language/texts.ts'

/** A code that is good; `typed` is repeated as it was sent. */
export function presentCode(code: RedeemableCode, typed: string): ValidatedEventCode {
  return validated({ code: typed, ...whatItIsGoodFor(code) })
}

function whatItIsGoodFor(code: RedeemableCode): Omit<EventCode, 'code'> {
  if (code.kind === 'token') {
    return { type: 'SPECIAL_PRICE', discountType: 'NONE', discountAmount: null, categories: [code.categoryId] }
  }
  const { promo } = code
  if (promo.codeType === 'ACCESS') {
    return { type: 'ACCESS', discountType: 'NONE', discountAmount: '0', categories: [promo.hiddenCategory] }
  }
  const { discount, categories } = promo
  return {
    type: 'DISCOUNT',
    discountType: discount.kind,
    discountAmount: amountOf(discount),
    categories: discount.kind === 'FIXED_AMOUNT_RESERVATION' ? [] : [...categories],
  }
}

/** A code that is not: `field` says what was not found, the event (then without a reason) or the code. */
export function presentRefusedCode(
  { field, code }: { field: 'promoCode' | 'eventName'; code: string | null },
  typed: string,
): ValidatedEventCode {
  return {
    success: false,
    errorCount: 1,
    validationErrors: [{ fieldName: field, code, arguments: null }],
    warnings: [],
    value: { code: typed, type: null, discountType: null, discountAmount: null, categories: [] },
  }
}

/** The organiser's words, or the shop's where the organiser has none in a language. */
export function presentDiscount({ grants, message }: DiscountRule, event: Event, texts: Texts): DynamicDiscount {
  const { discount, categories } = grants
  const say = (language: string) =>
    message[language] ?? texts.text(language, MESSAGES[discount.kind], written(discount, language))
  return {
    discount: amountOf(discount),
    discountType: discount.kind,
    formattedMessage: Object.fromEntries(event.languages.map(language => [language, say(language)])),
    categories: discount.kind === 'FIXED_AMOUNT_RESERVATION' ? [] : [...categories],
  }
}

const MESSAGES = {
  PERCENTAGE: 'reservation.dynamic.discount.confirmation.percentage.message',
  FIXED_AMOUNT: 'reservation.dynamic.discount.confirmation.fix-per-ticket.message',
  FIXED_AMOUNT_RESERVATION: 'reservation.dynamic.discount.confirmation.fix-per-reservation.message',
} as const satisfies Record<Discount['kind'], string>

/** "10", "5.00", "0" (shop contract, EventCode). */
function amountOf(discount: Discount): string {
  if (discount.kind === 'PERCENTAGE') return trimmedPercentage(discount.percentage)
  return printedTotal(discount.amount, discount.currency)
}

/** "10%" or "10 %", as the language writes it; "CHF 5.00". */
function written(discount: Discount, language: string): string {
  if (discount.kind !== 'PERCENTAGE') return `${discount.currency} ${amountOf(discount)}`
  const share = Number(trimmedPercentage(discount.percentage)) / 100
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 }).format(share)
}
