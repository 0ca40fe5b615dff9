import { newNonce } from '#server/foundation/base/random.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { FastifyReply } from 'fastify'

/** The frame of the plain pages that only developers see. `nonce` is what the page's policy allows its styles by. */
export function page(title: string, content: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${escapeHtml(nonce)}">${STYLES}</style></head>
<body><main>${content}</main></body>
</html>
`
}

const STYLES = `
:root{color-scheme:light dark;--paper:light-dark(#f7f4ee,#161412);--card:light-dark(#fffdf9,#211e1b);
--ink:light-dark(#1d1a16,#f3eee6);--soft:light-dark(#615a50,#b5ab9d);--line:light-dark(#e2dbcf,#3a352f)}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif}
main{max-width:52rem;margin:auto;padding:2rem 1.25rem 5rem}
a{color:inherit}.soft{color:var(--soft);font-size:.9rem;margin:0}
.choices{margin:.25rem 0}.choices a{display:inline-block;padding:.25rem .75rem .25rem 0}
.choices a[aria-current]{font-weight:700}
.mails{list-style:none;padding:0}.mails li{padding:1rem 1.25rem;margin-block-end:.75rem}
.mails li,iframe,pre{background:var(--card);border:1px solid var(--line);border-radius:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
iframe{inline-size:100%;block-size:48rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1.25rem;font:.95rem/1.5 ui-monospace,monospace}
`

/** Sends a page of ours under a policy that allows its own styles and nothing else. */
export function sendPage(reply: FastifyReply, page: (nonce: string) => string): FastifyReply {
  const nonce = newNonce()
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'`,
    )
    .send(page(nonce))
}

/** Sends the drawn part of a mail for a frame of ours. A mail program runs no script and loads nothing; neither does this. */
export function sendMailPart(reply: FastifyReply, html: string): FastifyReply {
  reply.removeHeader('X-Frame-Options')
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
    )
    .send(html)
}
