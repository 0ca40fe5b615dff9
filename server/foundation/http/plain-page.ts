import { newNonce } from '#server/foundation/base/random.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { ENGLISH, languageOfTag } from '#server/foundation/language/languages.ts'

/** Does a person read the answer to this request? */
export function isByReader({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

/** A heading, a sentence, a button and ways on, as keys of texts; the first one is what most will want. */
export type PlainPage = {
  readonly title: string
  readonly text: string
  /** Replaces {0} and so on in the texts. */
  readonly args?: readonly string[]
  /** Posts to the same address, or to `postsTo`. */
  readonly button?: string
  readonly postsTo?: string
  readonly links: readonly { readonly text: string; readonly to: string }[]
  /** Where the browser goes by itself. */
  readonly leadsTo?: string
  /** Says by what the request is found in the log. */
  readonly hasRequestId?: true
}

/** The page "try again", at the same address. */
export const TRY_AGAIN: PlainPage = {
  title: 'foyer.try-again.title',
  text: 'foyer.try-again.text',
  links: [{ text: 'foyer.order.try-again', to: '' }],
  hasRequestId: true,
}

/** What we did wrong, at the same address. */
export const FAILED: PlainPage = { ...TRY_AGAIN, title: 'foyer.failed.title', text: 'foyer.failed.text' }

/** A page that needs neither the database nor a script, in the reader's language. */
export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: Texts,
  { title, text, args = [], button, postsTo, links, leadsTo, hasRequestId }: PlainPage,
): FastifyReply {
  const language = choosePageLanguage(request)
  const say = (key: string, ...args: readonly string[]): string => escapeHtml(texts.text(language, key, ...args))
  const nonce = newNonce()
  const refresh = leadsTo === undefined ? '' : `\n<meta http-equiv="refresh" content="0; url=${escapeHtml(leadsTo)}">`
  const target = postsTo === undefined ? '' : ` action="${escapeHtml(postsTo)}"`
  const form =
    button === undefined ? '' : `\n<form method="post"${target}><button type="submit">${say(button)}</button></form>`
  const mention = hasRequestId ? `\n<p><small>${say('foyer.failed.mention', request.id)}</small></p>` : ''
  return reply
    .header('Content-Security-Policy', `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'`)
    .header('X-Robots-Tag', 'noindex')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${say(title, ...args)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --paper: #f7f4ee; --card: #fffdf9; --ink: #1d1a16; --soft: #5f584e; --accent: #a8321a; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --paper: #161412; --card: #211e1b; --ink: #f3eee6; --soft: #b8aea0; --accent: #ff9d7e; --on-accent: #2a0d05 } }
* { box-sizing: border-box }
body { margin: 0; padding: 12vh 1rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: clamp(1.25rem, 6vw, 2.25rem); border-radius: 14px; background: var(--card); overflow-wrap: anywhere; box-shadow: 0 1px 2px rgb(40 25 10 / 0.08), 0 8px 24px rgb(40 25 10 / 0.08) }
h1 { margin: 0 0 0.75rem; font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2rem); line-height: 1.2; letter-spacing: -0.01em }
p { margin: 0 0 1rem }
a { display: inline-block; padding: 0.6rem 0; margin-inline-end: 1.5rem; color: inherit; font-weight: 600; text-decoration-color: var(--accent); text-decoration-thickness: 2px; text-underline-offset: 3px }
button { min-height: 3.25rem; margin: 0.25rem 0 1rem; padding: 0.7rem 1.6rem; border: 2px solid transparent; border-radius: 99rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 700; cursor: pointer }
small { color: var(--soft) }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
@media (forced-colors: active) { main { border: 1px solid } button { border-color: ButtonText } }
</style>
</head>
<body>
<main>
<h1>${say(title, ...args)}</h1>
<p>${say(text, ...args)}</p>${form}
<p>${links.map(({ text: key, to }) => `<a href="${escapeHtml(to)}">${say(key)}</a>`).join('\n')}</p>${mention}
</main>
</body>
</html>
`)
}

/**
 * The language a page is rendered in: `?lang`, then what the browser prefers, then English (specification, browsing 4).
 * It is the shop's own words that speak it; an organiser's words fall back to a language that they have.
 */
export function choosePageLanguage(request: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const requested = new URLSearchParams(request.url.split('?')[1] ?? '').get('lang') ?? ''
  return languageOfTag(requested) ?? preferredLanguages(request)[0] ?? ENGLISH
}

/** What the browser prefers, the best first; only what the shop speaks. */
export function preferredLanguages({ headers }: Pick<FastifyRequest, 'headers'>): Language[] {
  return preferred(headers['accept-language']).flatMap(tag => languageOfTag(tag) ?? [])
}

/** "de-CH,de;q=0.9,en;q=0.8" in the order of preference. */
function preferred(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { tag, quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
