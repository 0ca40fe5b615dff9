import type { FastifyPluginAsync } from 'fastify'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { MAIL_PREVIEWS, type MailPreview, slugOf } from './mail-previews.ts'
import { page, sendMailPart, sendPage } from './page.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'

type Params = { Params: { name: string; language: string } }

/** Every mail the shop can send, without sending it. */
export function mailPreviewRoutes(texts: Texts): FastifyPluginAsync {
  return async app => {
    app.get(MAILS_PATH, HIDDEN, (_request, reply) =>
      sendPage(reply, nonce => previewsPage(MAIL_PREVIEWS, shippedLanguages, nonce)),
    )

    app.get<Params>(`${MAILS_PATH}/:name/:language`, HIDDEN, async ({ params }, reply) => {
      const shown = find(params)
      return shown ? sendPage(reply, nonce => previewPage(shown, nonce)) : reply.code(404).send()
    })

    app.get<Params>(`${MAILS_PATH}/:name/:language/html`, HIDDEN, async ({ params }, reply) => {
      const shown = find(params)
      return shown ? sendMailPart(reply, withSamplePictures(shown.mail.html)) : reply.code(404).send()
    })
  }

  function find({ name, language }: Params['Params']) {
    const preview = MAIL_PREVIEWS.find(one => slugOf(one) === name)
    if (!preview || !shippedLanguages.some(shipped => shipped === language)) return undefined
    return { preview, language, languages: shippedLanguages, mail: preview.compose(language, texts) }
  }
}

/** Pictures that a mail carries, such as codes, are drawn when it is sent: the previews have a drawn square in their place. */
const withSamplePictures = (html: string): string => html.replaceAll(/\bcid:[^"]+/g, SAMPLE_PICTURE)

const SAMPLE_PICTURE = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9H0z"/><path d="M1 1h3v3H1zm4 0h3v3H5zM1 5h3v3H1zm4 2h1v1H5zm2-2h1v1H7z"/></svg>',
).toString('base64')}`

const HIDDEN = { schema: { hide: true } }

/** Where the development pages of mails that have not been sent live. */
export const MAILS_PATH = '/dev/mails'

const previewPath = (preview: MailPreview, language: string): string => `${MAILS_PATH}/${slugOf(preview)}/${language}`

const READERS = {
  buyer: 'To the buyer',
  holder: 'To the holder of a ticket',
  organiser: 'To the organiser',
  waiting: 'To somebody who waits',
} as const satisfies Record<MailPreview['to'], string>

/** Every mail there is, by its reader, in each language. `nonce` is what the page's policy allows its styles by. */
function previewsPage(previews: readonly MailPreview[], languages: readonly string[], nonce: string): string {
  const lists = Object.entries(READERS).map(([to, heading]) => {
    const items = previews.filter(preview => preview.to === to).map(preview => listItem(preview, languages))
    return `<h2>${heading}</h2><ul class="mails">${items.join('')}</ul>`
  })
  return page(
    'Mails',
    `<h1>Mails</h1><p>Every mail the shop can send, about an order that does not exist.</p>${lists.join('')}`,
    nonce,
  )
}

function listItem(preview: MailPreview, languages: readonly string[]): string {
  return `<li>${escapeHtml(preview.name)}<p class="choices">${languageLinks(preview, languages)}</p></li>`
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

function languageLinks(preview: MailPreview, languages: readonly string[], current?: string): string {
  return languages
    .map(language => {
      const here = language === current ? ' aria-current="page"' : ''
      const name = NAMES.of(language) ?? language
      const label = `${escapeHtml(preview.name)}, ${name}`
      return `<a href="${previewPath(preview, language)}" aria-label="${label}"${here}>${name}</a>`
    })
    .join(' ')
}

type Shown = {
  readonly preview: MailPreview
  readonly mail: ComposedMail
  readonly language: string
  readonly languages: readonly string[]
}

/** One mail: its subject, its drawn part as the reader sees it, its text part. */
function previewPage({ preview, mail, language, languages }: Shown, nonce: string): string {
  return page(
    preview.name,
    `<p><a href="${MAILS_PATH}">All mails</a></p><h1>${escapeHtml(preview.name)}</h1>
<p class="choices">${languageLinks(preview, languages, language)}</p>
<dl><dt>Subject</dt><dd lang="${language}">${escapeHtml(mail.subject)}</dd></dl>
<h2>As drawn</h2>
<iframe title="The mail as drawn" sandbox="allow-popups" src="${previewPath(preview, language)}/html"></iframe>
<h2>As text</h2><pre tabindex="0" lang="${language}">${escapeHtml(mail.text)}</pre>`,
    nonce,
  )
}
