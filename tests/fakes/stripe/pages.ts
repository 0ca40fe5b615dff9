import { button, escaped, testCards, testFrame, testPage } from '../test-page.ts'

/** The frames and pages of the stand-in. What is typed into them goes to this server and nowhere else. */

const NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  twint: 'TWINT',
  ideal: 'iDEAL',
  wero: 'Wero',
  bancontact: 'Bancontact',
  eps: 'EPS',
  p24: 'Przelewy24',
  blik: 'BLIK',
  klarna: 'Klarna',
  sepa_debit: 'SEPA Direct Debit',
  multibanco: 'Multibanco',
}

/** The usual numbers. */
const TEST_CARDS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 3220', 'the bank asks'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has too little on it'],
] as const

/** The form within the page of the shop. */
export function formPage(methods: readonly string[]): string {
  const choice = methods
    .map(name => escaped(name))
    .map(
      (name, index) =>
        `<label><input type="radio" name="method" value="${name}"${index === 0 ? ' checked' : ''}> ${NAMES[name] ?? name}</label>`,
    )
    .join('')
  return testFrame(
    'Payment',
    `<form><fieldset${methods.length < 2 ? ' hidden' : ''}><legend>Way to pay</legend>${choice}</fieldset>
<div id="card"><label for="number">Card number</label><input id="number" inputmode="numeric" autocomplete="cc-number">
<label for="expiry">Expiration date (MM / YY)</label><input id="expiry" autocomplete="cc-exp">
<label for="cvc">Security code</label><input id="cvc" inputmode="numeric" autocomplete="cc-csc">
${testCards(TEST_CARDS)}</div>
<p class="error" role="alert"></p></form><script>${FORM_SCRIPT}</script>`,
  )
}

const FORM_SCRIPT = `
const form = document.querySelector('form')
const field = id => document.getElementById(id).value.trim()
const typed = () => ({ number: field('number').replaceAll(' ', ''), expiry: field('expiry'), cvc: field('cvc') })
const method = () => form.elements.method.value ?? form.querySelector('[name=method]').value
const post = async (path, body) =>
  (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
const isCard = () => method() === 'card'
const check = () => isCard() ? post('/endive/check', { card: typed() }) : { error: null }
const show = error => { document.querySelector('.error').textContent = error?.message ?? '' }
let changes = 0
/** Answers may overtake each other: only that to the last change is told. */
async function changed() {
  const change = ++changes
  document.documentElement.dataset.sent = 'no'
  document.getElementById('card').hidden = !isCard()
  const { error } = await check()
  if (change !== changes) return
  const card = typed()
  const empty = isCard() && !card.number && !card.expiry && !card.cvc
  parent.postMessage({ event: 'change', complete: !error, empty, type: method() }, '*')
  document.documentElement.dataset.sent = 'yes'
}
const QUESTIONS = {
  async submit() {
    const { error } = await check()
    show(error)
    return error ? { error } : { selectedPaymentMethod: method() }
  },
  confirm: details => post('/endive/confirm', { ...details, type: method(), card: isCard() ? typed() : null }),
  token: details => post('/endive/tokens', { ...details, card: typed() }),
}
addEventListener('message', async ({ source, data, origin }) => {
  if (source !== parent || !(data.question in QUESTIONS)) return
  source.postMessage({ answers: data.number, result: await QUESTIONS[data.question](data.details) }, origin)
})
form.addEventListener('input', changed)
form.addEventListener('submit', event => event.preventDefault())
parent.postMessage({ event: 'ready' }, '*')
new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, '*')).observe(document.documentElement)
changed()
`

type ChallengedPayment = {
  readonly id: string
  readonly secret: string
  readonly method: string
  readonly backUrl: string | null
}

/** Where the bank, or the page of another method, asks the buyer. It works without a script. */
export function askingPage({ id, secret, method, backUrl }: ChallengedPayment): string {
  const isCard = method === 'card'
  const buttons = isCard
    ? button('pay', 'Complete authentication') + button('refuse', 'Fail authentication')
    : button('pay', 'Pay') + button('refuse', 'Refuse') + button('cancel', 'Cancel')
  const back = backUrl === null ? '' : `<p><a href="${escaped(backUrl)}">Come back without paying</a></p>`
  return testPage(
    isCard ? 'Is it you who pays?' : `Pay by ${NAMES[method] ?? 'another method'}`,
    `<form method="post" action="/endive/authenticate"><input type="hidden" name="intent" value="${escaped(id)}">
<input type="hidden" name="secret" value="${escaped(secret)}">${buttons}</form>${back}`,
  )
}

/** After the answer to the bank: the page of the shop around it goes on. */
export const donePage = (): string =>
  testFrame('Done', `<p>Done.</p><script>parent.postMessage({ event: 'done' }, '*')</script>`)
