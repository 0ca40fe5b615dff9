import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { tax } from '#tests/builders/priced-order.ts'
import { type AppliedVatStatus, isExempt, taxed, withoutVat } from './vat.ts'

type Case = [rule: string, status: AppliedVatStatus, rate: string, amount: bigint, vat: bigint, final: bigint]

test.each<Case>([
  // Domain rules 1.2: every status, 100.00 at 10 %
  ['untaxed', 'NONE', '10', 10000n, 0n, 10000n],
  ['contained', 'INCLUDED', '10', 10000n, 909n, 10000n],
  ['added', 'NOT_INCLUDED', '10', 10000n, 1000n, 11000n],
  ['contained and spared', 'INCLUDED_EXEMPT', '10', 10000n, 0n, 9091n],
  ['not added', 'NOT_INCLUDED_EXEMPT', '10', 10000n, 0n, 10000n],
  ['contained and spared for one ticket', 'CUSTOM_INCLUDED_EXEMPT', '10', 10000n, 0n, 9091n],
  ['not added for one ticket', 'CUSTOM_NOT_INCLUDED_EXEMPT', '10', 10000n, 0n, 10000n],
  ['contained, shown, not charged', 'INCLUDED_NOT_CHARGED', '10', 10000n, 909n, 9091n],
  ['added, shown, not charged', 'NOT_INCLUDED_NOT_CHARGED', '10', 10000n, 1000n, 10000n],
  // Every status again, 20.00 at 7.7 %
  ['untaxed', 'NONE', '7.7', 2000n, 0n, 2000n],
  ['contained', 'INCLUDED', '7.7', 2000n, 143n, 2000n],
  ['added', 'NOT_INCLUDED', '7.7', 2000n, 154n, 2154n],
  ['contained and spared', 'INCLUDED_EXEMPT', '7.7', 2000n, 0n, 1857n],
  ['not added', 'NOT_INCLUDED_EXEMPT', '7.7', 2000n, 0n, 2000n],
  ['contained, shown, not charged', 'INCLUDED_NOT_CHARGED', '7.7', 2000n, 143n, 1857n],
  ['added, shown, not charged', 'NOT_INCLUDED_NOT_CHARGED', '7.7', 2000n, 154n, 2000n],
  // 1.3: the worked figures of an exemption
  ['10.00 with 1 % in it are 9.90 exempt', 'INCLUDED_EXEMPT', '1', 1000n, 0n, 990n],
  ['1.00 with 1 % in it is 0.99 exempt', 'INCLUDED_EXEMPT', '1', 100n, 0n, 99n],
  // 1.4: nothing stays nothing
  ['free', 'NOT_INCLUDED', '8.1', 0n, 0n, 0n],
  ['free, contained', 'INCLUDED', '8.1', 0n, 0n, 0n],
  ['free, exempt', 'INCLUDED_EXEMPT', '8.1', 0n, 0n, 0n],
  // 1.3: one rounding, half up
  ['half a cent goes up', 'NOT_INCLUDED', '10', 5n, 1n, 6n],
  ['one and a half go up', 'NOT_INCLUDED', '10', 15n, 2n, 17n],
  ['8.4 cents go down', 'NOT_INCLUDED', '8', 105n, 8n, 113n],
  ['less than half a cent is nothing', 'NOT_INCLUDED', '5.5', 1n, 0n, 1n],
  ['21 % in 10.00', 'INCLUDED', '21', 1000n, 174n, 1000n],
  ['8.1 % in 120.00', 'INCLUDED', '8.1', 12000n, 899n, 12000n],
  ['19.6 % on 12.34', 'NOT_INCLUDED', '19.6', 1234n, 242n, 1476n],
  ['a rate of 0', 'INCLUDED', '0', 1234n, 0n, 1234n],
  ['half of the price is VAT', 'INCLUDED', '100', 1000n, 500n, 1000n],
  // 13, Q1: yen have no decimals to round to, dinars have three
  ['JPY 995 and 10 %', 'NOT_INCLUDED', '10', 995n, 100n, 1095n],
  ['JPY 995 with 10 % in it', 'INCLUDED', '10', 995n, 90n, 995n],
  ['JPY 1000 with 8 % in it', 'INCLUDED', '8', 1000n, 74n, 1000n],
  ['BHD 1.000 with 5 % in it', 'INCLUDED', '5', 1000n, 48n, 1000n],
  ['BHD 1.005 and 5 %', 'NOT_INCLUDED', '5', 1005n, 50n, 1055n],
  ['BHD 12.345 with 10 % in it, exempt', 'INCLUDED_EXEMPT', '10', 12345n, 0n, 11223n],
])('%s (%s, %s %%): %i has VAT %i and costs %i', (_rule, status, rate, amount, vat, final) => {
  expect(taxed(minor(amount), tax(status, rate))).toEqual({ vat, final })
})

test.each<[string, AppliedVatStatus, string, bigint, bigint]>([
  ['10 x 10.00 incl. 21 % are 82.64 net', 'INCLUDED', '21', 10000n, 8264n],
  ['a price before VAT is net', 'NOT_INCLUDED', '21', 10000n, 10000n],
  ['an exempt price contained VAT', 'INCLUDED_EXEMPT', '1', 1000n, 990n],
  ['split payment: the price contained VAT', 'INCLUDED_NOT_CHARGED', '10', 10000n, 9091n],
  ['untaxed is net', 'NONE', '21', 10000n, 10000n],
])('%s', (_rule, status, rate, amount, net) => {
  expect(withoutVat(minor(amount), tax(status, rate))).toBe(net)
})

test('exempt are the four that say so', () => {
  const all = [
    'NONE',
    'INCLUDED',
    'NOT_INCLUDED',
    'INCLUDED_NOT_CHARGED',
    'NOT_INCLUDED_NOT_CHARGED',
    'INCLUDED_EXEMPT',
    'NOT_INCLUDED_EXEMPT',
    'CUSTOM_INCLUDED_EXEMPT',
    'CUSTOM_NOT_INCLUDED_EXEMPT',
  ] as const
  expect(all.filter(isExempt)).toEqual(all.slice(5))
})
