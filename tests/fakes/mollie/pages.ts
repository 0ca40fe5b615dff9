import { METHODS, told } from './methods.ts'
import type { FakePayment } from './world.ts'

/** What buyers see of the stand-in. It works without a script. */

const NOTICE = '<p>This is a test page of Foyer; no money moves.</p>'

const document = (title: string, body: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>:root { color-scheme: light dark } body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 30rem; padding: 0 1rem }
label { display: block } input, select, button { font: inherit; padding: 0.5rem; margin-block-end: 0.75rem }
.error { color: light-dark(#a00, #faa) }</style></head>
<body><main><h1>${title}</h1>${NOTICE}${body}</main></body></html>`

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${String(character.codePointAt(0))};`)

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

const button = (act: string, label: string) => `<button name="act" value="${act}">${label}</button>`

/** The ways to pay that the shop has asked for, with a form for cards where one is among them. */
export function checkoutPage(payment: FakePayment, wrong = ''): string {
  const { id, methods, description, redirectUrl } = payment
  const { value, currency } = told(payment)
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
<p>Test cards: ${TEST_CARDS.join(', ')}</p>`
    : ''
  const reasons = REASONS.map(reason => `<option>${reason}</option>`).join('')
  const error = wrong === '' ? '' : `<p class="error" role="alert">${escaped(wrong)}</p>`
  return document(
    'Payment',
    `<p>${escaped(description)}: ${value} ${currency}</p>${error}
<form method="post" action="/checkout/${id}"><fieldset><legend>Way to pay</legend>${choice}</fieldset>${card}
${button('pay', 'Pay')}${button('later', 'Pay, and let it be told later')}
<label for="reason">Why it is refused</label><select id="reason" name="reason">${reasons}</select>
${button('refuse', 'Refuse')}${button('cancel', 'Cancel')}</form>
<p><a href="${escaped(redirectUrl)}">Come back without paying</a></p>`,
  )
}

export const endedPage = ({ redirectUrl }: FakePayment): string =>
  document('This payment has ended', `<p><a href="${escaped(redirectUrl)}">Back to the shop</a></p>`)

export const unknownPage = (): string => document('There is no such payment', '')
