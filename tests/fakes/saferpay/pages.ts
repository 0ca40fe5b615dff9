import { CARDS, type FakePage } from './world.ts'

/** What buyers see of the stand-in. It works without a script. */

const NOTICE = '<p>This is a test page of Foyer; no money moves.</p>'

const document = (title: string, body: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body { font: 1rem/1.5 sans-serif; margin: 1rem auto; max-width: 30rem; padding: 0 1rem; background: #fff; color: #111 }
label, button { display: block } input, button { font: inherit; padding: 0.25rem; margin-block-end: 0.5rem }
label input[type=radio] { display: inline } .error { color: #a00 }</style></head>
<body><main><h1>${title}</h1>${NOTICE}${body}</main></body></html>`

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${String(character.codePointAt(0))};`)

const button = (act: string, label: string) => `<button name="act" value="${act}">${label}</button>`

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
<label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc">`
    : ''
  const error = wrong === '' ? '' : `<p class="error" role="alert">${escaped(wrong)}</p>`
  return document(
    'Payment',
    `<p>${escaped(description)}: ${order.amount} ${escaped(order.currency)}, in the smallest unit</p>${error}
<form method="post" action="/page/${token}"><fieldset><legend>Way to pay</legend>${choice}</fieldset>${card}
${button('pay', 'Pay')}${button('refuse', 'Refuse')}${button('cancel', 'Cancel')}</form>
<p><a href="${escaped(returnUrl)}">Come back without paying</a></p>`,
  )
}

/** The bank asks whether it is the buyer. */
export const bankPage = ({ token }: FakePage): string =>
  document(
    'Your bank',
    `<form method="post" action="/page/${token}/bank">${button('pay', 'Complete authentication')}${button('refuse', 'Fail authentication')}</form>`,
  )

export const endedPage = ({ returnUrl }: FakePage): string =>
  document('This page has ended', `<p><a href="${escaped(returnUrl)}">Back to the shop</a></p>`)

export const unknownPage = (): string => document('There is no such page', '')
