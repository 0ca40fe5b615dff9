import { button, escaped, testCards, testPage } from '../test-page.ts'
import { METHODS, renderAmount } from './methods.ts'
import type { FakePayment } from './world.ts'

/** What buyers see of the stand-in. It works without a script. */

/** Any date to come and any security code will do. */
export const TEST_CARDS: readonly string[] = ['4543474002249996', '2223000010479399', '378282246310005']

/** By what a payment may fail, as the page in test mode lets one choose. */
export const REASONS = [
  'card_declined',
  'insufficient_funds',
  'card_expired',
  'invalid_cvv',
  'refused_by_issuer',
  'authentication_failed',
  'possible_fraud',
  'unknown_reason',
] as const

/** The ways to pay that the shop has asked for, with a form for cards where one is among them. */
export function checkoutPage(payment: FakePayment, wrong = ''): string {
  const { id, methods, description, redirectUrl } = payment
  const { value, currency } = renderAmount(payment)
  const choice = methods
    .map(name => ({ name: escaped(name), label: escaped(METHODS[name]?.name ?? name) }))
    .map(
      ({ name, label }, index) =>
        `<label><input type="radio" name="method" value="${name}"${index === 0 ? ' checked' : ''}> ${label}</label>`,
    )
    .join('')
  const card = methods.includes('creditcard')
    ? `<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="cc-number">
<label for="expiry">Expiration date (MM / YY)</label><input id="expiry" name="expiry" autocomplete="cc-exp">
<label for="cvv">Security code</label><input id="cvv" name="cvv" inputmode="numeric" autocomplete="cc-csc">
${testCards(TEST_CARDS.map(number => [number, 'pays']))}`
    : ''
  const reasons = REASONS.map(reason => `<option>${reason}</option>`).join('')
  const error = wrong === '' ? '' : `<p class="error" role="alert">${escaped(wrong)}</p>`
  return testPage(
    'Payment',
    `<p>${escaped(description)}</p><p class="sum">${currency} ${value}</p>${error}
<form method="post" action="/checkout/${id}"><fieldset><legend>Way to pay</legend>${choice}</fieldset>${card}
${button('pay', 'Pay')}${button('later', 'Pay, and let it be told later')}
<label for="reason">Why it is refused</label><select id="reason" name="reason">${reasons}</select>
${button('refuse', 'Refuse')}${button('cancel', 'Cancel')}</form>
<p><a href="${escaped(redirectUrl)}">Come back without paying</a></p>`,
  )
}

export const endedPage = ({ redirectUrl }: FakePayment): string =>
  testPage('This payment has ended', `<p><a href="${escaped(redirectUrl)}">Back to the shop</a></p>`)

export const unknownPage = (): string => testPage('There is no such payment', '')
