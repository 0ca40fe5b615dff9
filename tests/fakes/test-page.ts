/** What the pages and frames of all stand-ins look like: plain, readable, by day and by night, and without a script. */

const STYLE = `:root { color-scheme: light dark; accent-color: light-dark(#2b4d8f, #9dbbff) }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 0.5rem }
body.page { max-inline-size: 30rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 0.5rem }
label, .error { display: block } label:has(input[type=radio]) { padding-block: 0.25rem }
input, button { font: inherit } fieldset { margin: 0 0 1rem; padding: 0.5rem 1rem; border: 1px solid light-dark(#bbb, #555); border-radius: 8px }
input:not([type=radio], [type=hidden]) { box-sizing: border-box; inline-size: 100%; max-inline-size: 22rem; padding: 0.5rem; margin-block-end: 0.75rem }
button { padding: 0.5rem 1.1rem; margin: 0 0.5rem 0.75rem 0; border-radius: 8px; border: 1px solid light-dark(#888, #888); background: light-dark(#fff, #222); color: inherit; cursor: pointer }
button:first-of-type { background: light-dark(#2b4d8f, #9dbbff); border-color: transparent; color: light-dark(#fff, #101828) }
:focus-visible { outline: 3px solid light-dark(#2b4d8f, #9dbbff); outline-offset: 2px } a { color: inherit }
dl { margin: 0 0 0.75rem } dt, dd { display: inline; margin: 0 } dt { font-variant-numeric: tabular-nums }
.error { color: light-dark(#a00, #faa) } .sum { font-size: 1.25rem; font-weight: 650 }`

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${String(character.codePointAt(0))};`)

const document = (title: string, kind: string, body: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body class="${kind}">${body}</body></html>`

const NOTICE = '<p>This is a test page of Foyer; no money moves.</p>'

/** A page that the buyer is sent to. */
export const testPage = (title: string, body: string): string =>
  document(title, 'page', `<main><h1>${escaped(title)}</h1>${NOTICE}${body}</main>`)

/** A frame within a page of the shop. */
export const testFrame = (title: string, body: string): string => document(title, 'frame', `${NOTICE}${body}`)

export const button = (act: string, label: string): string => `<button name="act" value="${act}">${label}</button>`

/** The numbers that can be tried; any date to come and any security code will do. */
export const testCards = (cards: readonly (readonly [number: string, meaning: string])[]): string =>
  `<dl aria-label="Test cards">${cards.map(([number, meaning]) => `<div><dt>${number}</dt> <dd>${meaning}</dd></div>`).join('')}</dl>`

/** A sum as people read it; `amount` in minor units. */
export function sum(amount: bigint | string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return `<p class="sum">${format.format(Number(amount) / 10 ** maximumFractionDigits)}</p>`
}
