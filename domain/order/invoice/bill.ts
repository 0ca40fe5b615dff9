import {
  type Minor,
  ZERO,
  fraction,
  lesser,
  minus,
  plus,
  printed,
  roundHalfUp,
  sum,
  times,
} from '#domain/foundation/money/money.ts'
import { type ItemPrice, afterDiscount, listedPrice } from '#domain/order/pricing/price-order.ts'
import { type AppliedTax, type AppliedVatStatus, isExempt, taxed, withoutVat } from '#domain/catalog/price/vat.ts'
import { type BillingDocument, type DocumentLine, type TaxCategory, isNotCharged } from './billing-document.ts'
import { type Currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Percentage, trimmedPercentage } from '#domain/foundation/money/percentage.ts'

/** A ticket, an extra or a pass as it was sold. The VAT of an exempt ticket is rounded for itself (domain rules 1.3). */
export type ItemToBill = {
  readonly kind: 'TICKET' | 'ADDITIONAL_SERVICE' | 'SUBSCRIPTION'
  readonly name: string
  readonly price: ItemPrice
  readonly status: AppliedVatStatus
  readonly category: TaxCategory
}

/** `amountOff` is taken off the whole order, with its tax, before it is capped. `due` is what was confirmed. */
type OrderToBill = {
  readonly items: readonly ItemToBill[]
  readonly amountOff: Minor
  readonly tax: AppliedTax
  /** Of what is taken off the whole order. */
  readonly category: TaxCategory
  readonly due: Minor
}

export type BilledLine = {
  readonly name: string
  readonly quantity: number
  readonly net: Minor
  readonly category: TaxCategory
}

/** All of one category: `lines - allowance = net`. */
type BilledTax = {
  readonly category: TaxCategory
  readonly allowance: Minor
  readonly net: Minor
  readonly vat: Minor
}

/**
 * An order as an invoice shows it: without VAT, which comes on top. `rounding` is what the confirmed amount differs by;
 * nothing, unless the code of the order has been changed since.
 */
export type Bill = {
  readonly lines: readonly BilledLine[]
  readonly taxes: readonly BilledTax[]
  readonly lineTotal: Minor
  readonly allowanceTotal: Minor
  readonly net: Minor
  readonly vat: Minor
  /** Shown, and paid by the buyer to the tax office (split payment). */
  readonly notCharged: Minor
  readonly rounding: Minor
  readonly due: Minor
}

/**
 * Turns what was sold into net lines whose sum is exact. What is taxed together is priced together, so that VAT is
 * rounded where the order has rounded it (domain rules 1.3); a line gets what the running sum has grown by.
 */
export function bill(asSold: OrderToBill): Bill {
  const order = withoutLonelyCategory(asSold)
  const parts = partsOf(order).map(part => billed(part, order))
  const lines = parts.flatMap(part => part.lines)
  const taxes = balanced(mergedTaxes(parts.map(({ tax }) => tax))).filter(
    ({ category, allowance }) => allowance !== ZERO || lines.some(line => line.category === category),
  )
  const net = sum(taxes.map(tax => tax.net))
  const vat = sum(taxes.map(tax => tax.vat))
  const notCharged = sum(taxes.filter(({ category }) => category === 'B').map(tax => tax.vat))
  return {
    lines,
    taxes,
    lineTotal: sum(lines.map(line => line.net)),
    allowanceTotal: sum(taxes.map(({ allowance }) => allowance)),
    net,
    vat,
    notCharged,
    rounding: minus(order.due, minus(plus(net, vat), notCharged)),
    due: order.due,
  }
}

/** "No matter of VAT" is the only kind on an invoice; beside another kind it is called exempt (EN 16931, BR-O-11). */
function withoutLonelyCategory(order: OrderToBill): OrderToBill {
  if (order.items.every(({ category }) => category === 'O')) return order
  const exempt = (category: TaxCategory): TaxCategory => (category === 'O' ? 'E' : category)
  return {
    ...order,
    items: order.items.map(item => ({ ...item, category: exempt(item.category) })),
    category: exempt(order.category),
  }
}

/** What is taxed together. The amount off the order belongs to what has the order's status. */
type Part = {
  readonly status: AppliedVatStatus
  readonly category: TaxCategory
  readonly isRoundedAlone: boolean
  readonly items: readonly ItemToBill[]
  readonly amountOff: Minor
}

function partsOf({ items, amountOff, tax, category }: OrderToBill): Part[] {
  const groups = new Map<string, Part>()
  const add = (part: Omit<Part, 'items' | 'amountOff'>, more: { item?: ItemToBill; amountOff?: Minor }): void => {
    const key = `${part.status} ${part.category} ${part.isRoundedAlone}`
    const { items: own = [], amountOff: off = ZERO } = groups.get(key) ?? {}
    groups.set(key, {
      ...part,
      items: more.item ? [...own, more.item] : own,
      amountOff: plus(off, more.amountOff ?? ZERO),
    })
  }
  for (const item of items) {
    const isRoundedAlone = item.kind === 'TICKET' && isExempt(item.status)
    add({ status: item.status, category: item.category, isRoundedAlone }, { item })
  }
  if (amountOff !== ZERO) add({ status: tax.status, category, isRoundedAlone: false }, { amountOff })
  return [...groups.values()]
}

type BilledPart = { readonly lines: readonly BilledLine[]; readonly tax: BilledTax }

function billed(part: Part, { tax }: OrderToBill): BilledPart {
  const own = { ...tax, status: part.status }
  const lines = netLines(part, own)
  const lineTotal = sum(lines.map(line => line.net))
  const { net, vat } = part.isRoundedAlone ? settled(part) : shared(part, own)
  return { lines, tax: { category: part.category, allowance: minus(lineTotal, net), net, vat } }
}

/** Exempt tickets cost what they cost: their prices are without VAT already. */
function settled({ items }: Part) {
  return { net: sum(items.map(({ price }) => price.final)), vat: ZERO }
}

function shared({ items, amountOff, status }: Part, own: AppliedTax) {
  const amount = minus(sum(items.map(({ price }) => afterDiscount(price))), amountOff)
  const { final, vat } = taxed(amount, own)
  return { net: isNotCharged(status) ? final : minus(final, vat), vat }
}

/** One line for each price of each thing, in the order they were sold. */
function netLines({ items, category, isRoundedAlone }: Part, own: AppliedTax): BilledLine[] {
  const alike = Map.groupBy(items, ({ kind, name, price, status }) =>
    [kind, name, isRoundedAlone ? listedPrice(price, status) : price.source].join('\n'),
  )
  let before = ZERO
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const quantity = others.length + 1
    const unit = isRoundedAlone ? listedPrice(first.price, first.status) : first.price.source
    const after = plus(before, times(unit, quantity))
    const net = isRoundedAlone ? times(unit, quantity) : minus(withoutVat(after, own), withoutVat(before, own))
    before = after
    return [{ name: first.name, quantity, net, category }]
  })
}

function mergedTaxes(parts: readonly BilledTax[]): BilledTax[] {
  const byCategory = Map.groupBy(parts, ({ category }) => category)
  return [...byCategory].map(([category, own]) => ({
    category,
    allowance: sum(own.map(({ allowance }) => allowance)),
    net: sum(own.map(({ net }) => net)),
    vat: sum(own.map(({ vat }) => vat)),
  }))
}

/**
 * An amount off the order may be more than what is taxed like it: the rest of it is taken off the others, because no
 * part of an invoice is below nothing.
 */
function balanced(taxes: readonly BilledTax[]): BilledTax[] {
  let excess = sum(taxes.map(({ net }) => (net < ZERO ? minus(ZERO, net) : ZERO)))
  return taxes.map(tax => {
    if (tax.net < ZERO) return { ...tax, net: ZERO, allowance: plus(tax.allowance, tax.net) }
    const taken = lesser(excess, tax.net)
    excess = minus(excess, taken)
    return { ...tax, net: minus(tax.net, taken), allowance: plus(tax.allowance, taken) }
  })
}

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
