import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Texts } from '#server/language/texts.ts'
import { choosePageLanguage } from '#server/http/page-language.ts'

/** Does this request come from somebody who reads the answer? */
export function isByReader({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

/** A page that needs neither the database nor a script, in the reader's language. */
export function sendTryAgainPage(request: FastifyRequest, reply: FastifyReply, texts: Texts): FastifyReply {
  const language = choosePageLanguage(request)
  const say = (key: string): string => escapeHtml(texts.text(language, key))
  const nonce = randomBytes(16).toString('hex')
  return reply
    .header('Content-Security-Policy', `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'`)
    .header('X-Robots-Tag', 'noindex')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('foyer.try-again.title')}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { margin: 15vh auto; max-width: 32rem; padding: 0 1.5rem; font: 1.125rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2 }
a { display: inline-block; padding: 0.5rem 0; color: inherit }
</style>
</head>
<body>
<main>
<h1>${say('foyer.try-again.title')}</h1>
<p>${say('foyer.try-again.text')}</p>
<p><a href="">${say('foyer.order.try-again')}</a></p>
</main>
</body>
</html>
`)
}
