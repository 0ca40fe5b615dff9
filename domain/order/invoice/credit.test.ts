import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyInvoice } from '#tests/builders/any-invoice.ts'
import { anyOrder } from '#tests/builders/any-order.ts'
import { aBillingDocument, billOf, figuresOf } from '#tests/builders/billing-document.ts'
import { CHF, included, items, orderCode, tickets } from '#tests/builders/priced-order.ts'
import { type Minor, minor, sum, writtenAmount } from '#domain/foundation/money/money.ts'
import type { BillingDocument } from './billing-document.ts'
import { type Credit, creditNoteOfPart, creditOfAmount, creditOfReduction, restOf } from './credit.ts'

const issued = { number: 'G-1', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }
const none = (credit: Pick<Credit, 'shares'>) => credit.shares.every(({ net, vat }) => net === 0n && vat === 0n)
const read = (text: string): Minor => writtenAmount(text, CHF)
const figures = ({ totals: { net, vat, due } }: BillingDocument) => ({ net, vat, due })

test('an amount of 50.00 with 8.1 % in it is 46.25 and 3.75 of VAT', () => {
  const invoice = aBillingDocument()
  const note = creditNoteOfPart(invoice, creditOfAmount(restOf(invoice, []), minor(5000n), 'Refund'), issued)
  expect(figures(note)).toEqual({ net: '46.25', vat: '3.75', due: '50.00' })
  expect(note).toMatchObject({ type: 'CREDIT_NOTE', number: 'G-1', creditedNumber: '2027-00017' })
  expect(note.lines).toEqual([
    { name: 'Refund', quantity: 1, unitNet: '46.25', net: '46.25', category: 'S', percentage: '8.1' },
  ])
})

test('an amount is divided among rates by what each comes to', () => {
  const order = {
    tickets: tickets(1, 10_810n),
    services: [items(1, 10_810n, { vat: 'NONE' })],
    code: null,
    tax: included('8.1'),
  }
  const invoice = aBillingDocument(figuresOf(order))
  const { shares } = creditOfAmount(restOf(invoice, []), minor(10_001n), 'Refund')
  expect(shares.map(({ category, net, vat }) => [category, Number(net), Number(vat)])).toEqual([
    ['S', 4626, 375],
    ['E', 5000, 0],
  ])
})

test('credit notes for any amounts, one after the other, add up to the invoice and never pass it', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 30_000n }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(anyInvoice, amounts, ({ document, currency }, drawn) => {
      const invoice: BillingDocument = { ...document, type: 'INVOICE' }
      const notes: BillingDocument[] = []
      for (const amount of [...drawn, 10n ** 12n]) {
        const rest = restOf(invoice, notes)
        if (rest.due === 0n) break
        const credit = creditOfAmount(rest, minor(amount), 'Refund')
        expect(credit.shares.every(({ net, vat }) => net >= 0n && vat >= 0n)).toBe(true)
        notes.push(creditNoteOfPart(invoice, credit, issued))
      }
      const rest = restOf(invoice, notes)
      expect([rest.due, none(rest)]).toEqual([0n, true])
      expect(sum(notes.map(({ totals }) => writtenAmount(totals.due, currency)))).toBe(
        writtenAmount(invoice.totals.due, currency),
      )
      for (const note of notes) expect(Number(note.totals.rounding)).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('what is taken out of an order is credited by the difference of its two bills', () => {
  fc.assert(
    fc.property(anyOrder, order => {
      const [first, ...others] = order.tickets
      if (!first || others.length === 0) return
      const [before, after] = [billOf(order), billOf({ ...order, tickets: others })]
      const removed = billOf({ tickets: [first], services: [], code: null, tax: order.tax })
      if (before.due === 0n || before.due < after.due) return
      const rest = { shares: before.taxes, due: before.due }
      const credit = creditOfReduction(rest, { before, after, removed }, 'Refund')
      expect(credit.due).toBe(before.due - after.due)
      const note = creditNoteOfPart(aBillingDocument(figuresOf(order)), credit, issued)
      const { lines, allowance, net, vat, due, notCharged, rounding } = note.totals
      expect(read(net)).toBe(read(lines) - read(allowance))
      expect(read(due)).toBe(read(net) + read(vat) - read(notCharged) + read(rounding))
    }),
    { numRuns: 1000 },
  )
})

test('one of two tickets is credited by its name', () => {
  const order = { tickets: tickets(2, 12_000n), services: [], code: null, tax: included('8.1') }
  const one = { ...order, tickets: tickets(1, 12_000n) }
  const invoice = aBillingDocument(figuresOf(order))
  const reduction = { before: billOf(order), after: billOf(one), removed: billOf(one) }
  const note = creditNoteOfPart(invoice, creditOfReduction(restOf(invoice, []), reduction, 'Refund'), issued)
  expect(figures(note)).toEqual({ net: '111.01', vat: '8.99', due: '120.00' })
  expect(note.lines).toMatchObject([{ name: 'Category 1', quantity: 1, net: '111.01' }])
})

test('a credit note shows what was taken off the order as a discount', () => {
  const order = { tickets: tickets(2, 1000n), services: [], code: orderCode(1500n), tax: included('0') }
  const [before, one] = [billOf(order), { ...order, tickets: tickets(1, 1000n) }]
  const reduction = { before, after: billOf(one), removed: billOf({ ...one, code: null }) }
  const credit = creditOfReduction({ shares: before.taxes, due: before.due }, reduction, 'Refund')
  const note = creditNoteOfPart(aBillingDocument(figuresOf(order)), credit, issued)
  expect(note.totals).toMatchObject({ lines: '10.00', allowance: '5.00', due: '5.00' })
})

test('where less is left of the invoice than was taken out, what is left is credited', () => {
  const order = { tickets: tickets(2, 12_000n), services: [], code: null, tax: included('8.1') }
  const one = { ...order, tickets: tickets(1, 12_000n) }
  const invoice = aBillingDocument(figuresOf(order))
  const earlier = creditNoteOfPart(invoice, creditOfAmount(restOf(invoice, []), minor(20_000n), 'Refund'), issued)
  const reduction = { before: billOf(order), after: billOf(one), removed: billOf(one) }
  const credit = creditOfReduction(restOf(invoice, [earlier]), reduction, 'Refund')
  expect(credit).toMatchObject({ due: 4000n, lines: [{ name: 'Refund', quantity: 1 }] })
})
