import { button, escaped, sum, testPage } from '../test-page.ts'
import type { FakeOrder, Source } from './world.ts'

/** What buyers see of the stand-in. It works without a script. */

/** Where the money comes from, by the value of its button. */
export const SOURCES: Readonly<Record<string, readonly [label: string, source: Source]>> = {
  balance: ['Balance', 'good'],
  review: ['A card that PayPal reviews for days', 'reviewed'],
  declined: ['A card that is declined', { issue: 'INSTRUMENT_DECLINED' }],
  refused: ['A payment that PayPal refuses', { issue: 'TRANSACTION_REFUSED' }],
}

export function checkoutPage({ id, amount, currency, description, cancelUrl, source }: FakeOrder, wrong = ''): string {
  const choice = Object.entries(SOURCES)
    .map(
      ([name, [label]], index) =>
        `<label><input type="radio" name="source" value="${name}"${index === 0 ? ' checked' : ''}> ${label}</label>`,
    )
    .join('')
  const why = wrong === '' && typeof source === 'object' ? 'Your card was declined. Choose another one.' : wrong
  const error = why === '' ? '' : `<p class="error" role="alert">${escaped(why)}</p>`
  return testPage(
    'Pay with PayPal',
    `<p>${escaped(description)}</p>${sum(amount, currency)}${error}
<form method="post" action="/checkoutnow?token=${id}"><fieldset><legend>Pay with</legend>${choice}</fieldset>
${button('pay', 'Agree and continue')}${button('refuse', 'Agree with a card that is declined')}${button('cancel', 'Cancel')}</form>
<p><a href="${escaped(cancelUrl)}">Come back without paying</a></p>`,
  )
}

export const endedPage = ({ returnUrl }: Pick<FakeOrder, 'returnUrl'>): string =>
  testPage('This payment has ended', `<p><a href="${escaped(returnUrl)}">Back to the shop</a></p>`)

export const unknownPage = (): string => testPage('There is no such payment', '')
