import { type Currency, currency as currencyOf } from '#domain/foundation/money/currency.ts'
import {
  type Minor,
  ZERO,
  fraction,
  greater,
  lesser,
  minor,
  minus,
  plus,
  roundHalfUp,
  sum,
  writtenAmount,
} from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import { type Bill, type BilledLine, frozenFigures } from './bill.ts'
import { type BillingDocument, type TaxCategory, paidAfter } from './billing-document.ts'

/** What is taxed alike in a part of an invoice. */
export type CreditShare = { readonly category: TaxCategory; readonly net: Minor; readonly vat: Minor }

/** A part of an invoice that is taken back. `due` is what it lowers the invoice by. */
export type Credit = {
  readonly shares: readonly CreditShare[]
  readonly lines: readonly BilledLine[]
  readonly due: Minor
}

/** What of an invoice no credit note has taken back yet. */
export function restOf(invoice: BillingDocument, credits: readonly BillingDocument[]): Pick<Credit, 'shares' | 'due'> {
  const code = codeOf(invoice)
  const read = (text: string): Minor => writtenAmount(text, code)
  const credited = (category: TaxCategory, part: 'net' | 'vat'): Minor =>
    sum(credits.flatMap(({ taxes }) => taxes.filter(tax => tax.category === category).map(tax => read(tax[part]))))
  return {
    shares: invoice.taxes.map(({ category, net, vat }) => ({
      category,
      net: minus(read(net), credited(category, 'net')),
      vat: minus(read(vat), credited(category, 'vat')),
    })),
    due: minus(read(invoice.totals.due), sum(credits.map(({ totals }) => read(totals.due)))),
  }
}

/** Money that is returned of an order. `stays` is what the organiser keeps of the payment afterwards. */
export type Returned = { readonly amount: Minor; readonly stays: Minor }

/**
 * What of an invoice is credited for money that is returned, so that what is left of it comes to the money that stays. What was credited
 * before without money, or for a refund that has failed, is not credited again (lifecycle A.3.12).
 */
export function amountToCredit({ due }: Pick<Credit, 'due'>, { amount, stays }: Returned): Minor {
  return lesser(amount, greater(minus(due, stays), ZERO))
}

/**
 * An amount with the VAT of what is left of an invoice: divided among its rates by what each of them comes to, to the last
 * coin, and the VAT of each rounded once. Never more than what is left.
 */
export function creditOfAmount(rest: Pick<Credit, 'shares' | 'due'>, amount: Minor, name: string): Credit {
  if (amount >= rest.due) return { ...rest, lines: linesOf(rest.shares, name) }
  const parts = allocated(amount, rest.shares.map(grossOf))
  const shares = rest.shares.flatMap((share, index): CreditShare[] => {
    const part = parts[index] ?? ZERO
    if (part === ZERO) return []
    const gross = grossOf(share)
    const vat = minor(roundHalfUp(fraction(part * share.vat, gross)))
    return [{ ...share, vat, net: share.category === 'B' ? part : minus(part, vat) }]
  })
  return { shares, due: amount, lines: linesOf(shares, name) }
}

/** What is charged of it: split payment leaves the VAT to the buyer. */
const grossOf = ({ category, net, vat }: CreditShare): Minor => (category === 'B' ? net : plus(net, vat))

const linesOf = (shares: readonly CreditShare[], name: string): BilledLine[] =>
  shares
    .filter(({ net, vat }) => net !== ZERO || vat !== ZERO)
    .map(({ category, net }) => ({ name, quantity: 1, net, category }))

/** Parts in proportion to the weights that come to exactly the amount: what rounding leaves goes to the largest rests. */
function allocated(amount: Minor, weights: readonly Minor[]): Minor[] {
  const total = sum(weights)
  if (total <= ZERO) return weights.map((_, index) => (index === 0 ? amount : ZERO))
  const shares = weights.map((weight, index) => ({
    index,
    whole: (amount * weight) / total,
    rest: (amount * weight) % total,
  }))
  let open = amount - shares.reduce((assigned, { whole }) => assigned + whole, 0n)
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const more = new Set<number>()
  for (const { index } of byRest) {
    if (open === 0n) break
    more.add(index)
    open -= 1n
  }
  return shares.map(({ index, whole }) => minor(more.has(index) ? whole + 1n : whole))
}

/** What an order was billed, and is billed without what was taken out of it. */
export type Reduction = {
  readonly before: Bill
  readonly after: Bill
  /** What was taken out, billed alone: what the credit note lists. */
  readonly removed: Bill
}

/**
 * What an invoice is lowered by when something is taken out of the order: the difference of its two bills, so that invoice
 * and credit note add up to what the order comes to now. Where earlier credit notes have left less of it, or taxes have become
 * others, what is left is divided instead.
 */
export function creditOfReduction(
  rest: Pick<Credit, 'shares' | 'due'>,
  { before, after, removed }: Reduction,
  name: string,
): Credit {
  const due = minus(before.due, after.due)
  const shares = differenceOf(before, after)
  const isWithin = shares.every(({ category, net, vat }) => {
    const own = rest.shares.find(share => share.category === category)
    return own !== undefined && net >= ZERO && vat >= ZERO && net <= own.net && vat <= own.vat
  })
  if (!isWithin || due > rest.due) return creditOfAmount(rest, lesser(due, rest.due), name)
  return { shares, due, lines: adjusted(removed.lines, shares, name) }
}

function differenceOf({ taxes }: Bill, after: Bill): CreditShare[] {
  const categories = [...new Set([...taxes, ...after.taxes].map(({ category }) => category))]
  const total = (bill: Pick<Bill, 'taxes'>, category: TaxCategory, part: 'net' | 'vat'): Minor =>
    sum(bill.taxes.filter(tax => tax.category === category).map(tax => tax[part]))
  return categories
    .map(category => ({
      category,
      net: minus(total({ taxes }, category, 'net'), total(after, category, 'net')),
      vat: minus(total({ taxes }, category, 'vat'), total(after, category, 'vat')),
    }))
    .filter(({ net, vat }) => net !== ZERO || vat !== ZERO)
}

/** The last line of each rate takes what rounding has left over; a larger difference is a separate discount. */
function adjusted(lines: readonly BilledLine[], shares: readonly CreditShare[], name: string): BilledLine[] {
  return shares.flatMap(({ category, net }): BilledLine[] => {
    const own = lines.filter(line => line.category === category)
    const off = minus(net, sum(own.map(line => line.net)))
    const last = own.at(-1)
    if (!last) return [{ name, quantity: 1, net, category }]
    const isRounding = (off < ZERO ? -off : off) <= BigInt(own.reduce((count, { quantity }) => count + quantity, 0))
    if (!isRounding && off < ZERO) return own
    return [...own.slice(0, -1), { ...last, net: plus(last.net, off) }]
  })
}

/** Takes a part of an invoice back. */
export function creditNoteOfPart(
  invoice: BillingDocument,
  { shares, lines, due }: Credit,
  issued: { readonly number: string; readonly at: number; readonly on: string },
): BillingDocument {
  const code = codeOf(invoice)
  const taxed = invoice.taxes.find(({ percentage }) => percentage !== '0')
  const taxes = shares.map(share => {
    const ofCategory = sum(lines.filter(({ category }) => category === share.category).map(({ net }) => net))
    return { ...share, allowance: minus(ofCategory, share.net) }
  })
  const net = sum(taxes.map(tax => tax.net))
  const vat = sum(taxes.map(tax => tax.vat))
  const notCharged = sum(taxes.filter(({ category }) => category === 'B').map(tax => tax.vat))
  const bill: Bill = {
    lines,
    taxes,
    lineTotal: sum(lines.map(line => line.net)),
    allowanceTotal: sum(taxes.map(({ allowance }) => allowance)),
    net,
    vat,
    notCharged,
    rounding: minus(due, minus(plus(net, vat), notCharged)),
    due,
  }
  return {
    ...invoice,
    type: 'CREDIT_NOTE',
    number: issued.number,
    creditedNumber: invoice.number,
    issuedAt: issued.at,
    issuedOn: issued.on,
    ...frozenFigures(bill, { currency: code, percentage: writtenPercentage(taxed?.percentage ?? '0') }),
    rows: [],
    payment: paidAfter(invoice.payment),
  }
}

/** As the shop has written it. */
function codeOf({ currency }: BillingDocument): Currency {
  const code = currencyOf(currency)
  if (!code) throw new Error(`"${currency}" was written as a currency`)
  return code
}
