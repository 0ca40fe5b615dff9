import { type Currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, fraction, plus, printed, roundHalfUp } from '#domain/foundation/money/money.ts'
import { type Percentage, trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { Bill, BilledLine } from './bill.ts'
import type { BillingDocument, DocumentLine } from './billing-document.ts'
import type { TaxCategory } from './tax-category.ts'

/** The figures of a document, in texts. */
export function frozenFigures(
  bill: Bill,
  { currency, percentage }: { currency: Currency; percentage: Percentage },
): Pick<BillingDocument, 'lines' | 'taxes' | 'totals'> {
  const text = (amount: Minor) => printed(amount, currency)
  const percentageOf = (category: TaxCategory) => (isTaxed(category) ? trimmedPercentage(percentage) : '0')
  return {
    lines: bill.lines.map(line => frozenLine(line, { currency, percentage: percentageOf(line.category) })),
    taxes: bill.taxes.map(({ category, allowance, net, vat }) => ({
      category,
      percentage: percentageOf(category),
      allowance: text(allowance),
      net: text(net),
      vat: text(vat),
    })),
    totals: {
      lines: text(bill.lineTotal),
      allowance: text(bill.allowanceTotal),
      net: text(bill.net),
      vat: text(bill.vat),
      gross: text(plus(bill.net, bill.vat)),
      notCharged: text(bill.notCharged),
      rounding: text(bill.rounding),
      due: text(bill.due),
    },
  }
}

function frozenLine(
  { name, quantity, net, category }: BilledLine,
  { currency, percentage }: { currency: Currency; percentage: string },
): DocumentLine {
  return {
    name,
    quantity,
    unitNet: shareText(net, quantity, currency),
    net: printed(net, currency),
    category,
    percentage,
  }
}

const isTaxed = (category: TaxCategory): boolean => category === 'S' || category === 'B'

/** As many decimals as it takes, at most eight, so that quantity times price is the line's amount. */
function shareText(amount: Minor, quantity: number, currency: Currency): string {
  const decimals = decimalsOf(currency)
  const scaled = roundHalfUp(fraction(amount * 10n ** BigInt(UNIT_DECIMALS - decimals), BigInt(quantity)))
  const digits = scaled.toString().padStart(UNIT_DECIMALS + 1, '0')
  const [whole, rest] = [digits.slice(0, -UNIT_DECIMALS), digits.slice(-UNIT_DECIMALS)]
  const kept = rest.slice(decimals).replace(/0+$/, '')
  const shown = `${rest.slice(0, decimals)}${kept}`
  return shown === '' ? whole : `${whole}.${shown}`
}

const UNIT_DECIMALS = 8
