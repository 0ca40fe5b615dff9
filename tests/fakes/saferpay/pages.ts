import { button, escaped, sum, testCards, testPage } from '../test-page.ts'
import { CARDS, type FakePage } from './world.ts'

/** What buyers see of the stand-in. It works without a script. */

/** The usual numbers. */
const TEST_CARDS = [
  ['9010 0031 5000 0001', 'pays'],
  ['9010 0049 5000 0001', 'the bank asks'],
  ['9010 4031 5315 0003', 'is declined'],
] as const

/** The ways to pay, with a form for cards where one is among them. */
export function paymentPage({ token, methods, wallets, order, description, returnUrl }: FakePage, wrong = ''): string {
  const choice = [...methods, ...wallets]
    .map(name => escaped(name))
    .map(
      (name, index) =>
        `<label><input type="radio" name="method" value="${name}"${index === 0 ? ' checked' : ''}> ${name}</label>`,
    )
    .join('')
  const card = methods.some(name => CARDS.has(name))
    ? `<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="cc-number">
<label for="expiry">Expiration date (MM / YY)</label><input id="expiry" name="expiry" autocomplete="cc-exp">
<label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc">
${testCards(TEST_CARDS)}`
    : ''
  const error = wrong === '' ? '' : `<p class="error" role="alert">${escaped(wrong)}</p>`
  return testPage(
    'Payment',
    `<p>${escaped(description)}</p>${sum(order.amount, order.currency)}${error}
<form method="post" action="/page/${token}"><fieldset><legend>Way to pay</legend>${choice}</fieldset>${card}
${button('pay', 'Pay')}${button('refuse', 'Refuse')}${button('cancel', 'Cancel')}</form>
<p><a href="${escaped(returnUrl)}">Come back without paying</a></p>`,
  )
}

/** The bank asks whether it is the buyer. */
export const bankPage = ({ token }: FakePage): string =>
  testPage(
    'Your bank',
    `<form method="post" action="/page/${token}/bank">${button('pay', 'Complete authentication')}${button('refuse', 'Fail authentication')}</form>`,
  )

export const endedPage = ({ returnUrl }: FakePage): string =>
  testPage('This page has ended', `<p><a href="${escaped(returnUrl)}">Back to the shop</a></p>`)

export const unknownPage = (): string => testPage('There is no such page', '')
