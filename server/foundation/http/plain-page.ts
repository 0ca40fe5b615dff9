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
  /** Posts to the same address. */
  readonly button?: string
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
  { title, text, args = [], button, links, leadsTo, hasRequestId }: PlainPage,
): FastifyReply {
  const language = choosePageLanguage(request)
  const say = (key: string, ...args: readonly string[]): string => escapeHtml(texts.text(language, key, ...args))
  const nonce = newNonce()
  const refresh = leadsTo === undefined ? '' : `\n<meta http-equiv="refresh" content="0; url=${escapeHtml(leadsTo)}">`
  const form = button === undefined ? '' : `\n<form method="post"><button type="submit">${say(button)}</button></form>`
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
:root { color-scheme: light dark }
body { margin: 15vh auto; max-width: 32rem; padding: 0 1.5rem; font: 1.125rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2 }
a { display: inline-block; padding: 0.5rem 0; margin-inline-end: 1.5rem; color: inherit }
button { padding: 0.625rem 1.25rem; border: 2px solid; border-radius: 0.5rem; background: none; color: inherit; font: inherit; cursor: pointer }
a:focus-visible, button:focus-visible { outline: 3px solid; outline-offset: 2px }
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
