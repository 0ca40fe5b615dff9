import type { FastifyPluginAsync } from 'fastify'
import { type CapturedMail, capturedAttachment, capturedMail, capturedMails } from '#server/mail/letter/outbox.ts'
import { page, sendMailPart, sendPage } from './page.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'

type MailParams = { Params: { id: string; index: string } }

/** The mails a shop without a mail server would have sent: as JSON for programs, as pages for people. */
export function outboxRoutes(outbox: string): FastifyPluginAsync {
  return async app => {
    app.get(OUTBOX_PATH, HIDDEN, async (request, reply) => {
      const mails = await capturedMails(outbox)
      if (!request.headers.accept?.includes('text/html')) return mails
      return sendPage(reply, nonce => outboxPage(mails, nonce))
    })

    app.get<MailParams>(`${OUTBOX_PATH}/:id`, HIDDEN, async (request, reply) => {
      const mail = await capturedMail(outbox, request.params.id)
      if (!mail) return reply.code(404).send()
      if (!request.headers.accept?.includes('text/html')) return mail
      return sendPage(reply, nonce => mailPreviewPage(mail, nonce))
    })

    app.get<MailParams>(`${OUTBOX_PATH}/:id/html`, HIDDEN, async (request, reply) => {
      const mail = await capturedMail(outbox, request.params.id)
      if (!mail) return reply.code(404).send()
      return sendMailPart(reply, await withPictures(outbox, mail))
    })

    app.get<MailParams>(`${OUTBOX_PATH}/:id/attachments/:index`, HIDDEN, async (request, reply) => {
      const found = await capturedAttachment(outbox, request.params.id, Number(request.params.index))
      if (!found) return reply.code(404).send()
      return reply
        .type(found.contentType)
        .header('Content-Disposition', `inline; filename="${found.fileName.replace(/[^\w.-]/g, '_')}"`)
        .send(found.content)
    })
  }
}

/** Mail programs show the pictures that a mail carries; a page has them by their data. */
async function withPictures(outbox: string, { id, html, attachments }: CapturedMail): Promise<string> {
  let drawn = html
  for (const [index, { contentId }] of attachments.entries()) {
    const found = contentId === '' ? undefined : await capturedAttachment(outbox, id, index)
    if (!found) continue
    drawn = drawn.replaceAll(
      `cid:${escapeHtml(contentId)}`,
      `data:${found.contentType};base64,${found.content.toString('base64')}`,
    )
  }
  return drawn
}

const HIDDEN = { schema: { hide: true } }

/** Where the development pages of captured mail live. */
export const OUTBOX_PATH = '/dev/outbox'

const mailPath = (id: string): string => `${OUTBOX_PATH}/${encodeURIComponent(id)}`

/** Where the drawn part of a mail and its attachments are served from; a mail program of its own shows no more. */
export const htmlPath = (id: string): string => `${mailPath(id)}/html`
export const attachmentPath = (id: string, index: number): string => `${mailPath(id)}/attachments/${index}`

/** All captured mails, the newest first. `nonce` is what the page's policy allows its styles by. */
export function outboxPage(mails: readonly CapturedMail[], nonce: string): string {
  const list =
    mails.length === 0
      ? '<p class="soft">Nothing here yet. Buy a ticket, and what we would have sent turns up here.</p>'
      : `<ul class="mails">${mails.map(listItem).join('')}</ul>`
  return page('Outbox', `<h1>Outbox</h1>${list}`, nonce)
}

/** One mail: its head, its drawn part as the reader sees it, its text part, its attachments. */
export function mailPreviewPage(mail: CapturedMail, nonce: string): string {
  const { id, subject, from, to, replyTo, date, messageId, text, attachments } = mail
  const head = { From: from, To: to, 'Reply to': replyTo, Date: date, 'Message id': messageId }
  return page(
    subject,
    `<p><a href="${OUTBOX_PATH}">All mails</a></p><h1>${escapeHtml(subject)}</h1>
<dl>${Object.entries(head)
      .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
      .join('')}</dl>
${attachments.length === 0 ? '' : `<h2>Attachments</h2><ul>${attachments.map(attachmentItem(id)).join('')}</ul>`}
<h2>As drawn</h2><iframe title="The mail as drawn" sandbox="allow-popups" src="${htmlPath(id)}"></iframe>
<h2>As text</h2><pre tabindex="0">${escapeHtml(text)}</pre>`,
    nonce,
  )
}

function listItem({ id, subject, to, date, attachments }: CapturedMail): string {
  const names = attachments.map(({ fileName }) => escapeHtml(fileName)).join(', ')
  return (
    `<li><a href="${mailPath(id)}">${escapeHtml(subject)}</a>` +
    `<p class="soft">To ${escapeHtml(to)}, ${escapeHtml(date)}${names === '' ? '' : `, with ${names}`}</p></li>`
  )
}

const attachmentItem =
  (id: string) =>
  ({ fileName, contentType, size }: CapturedMail['attachments'][number], index: number) =>
    `<li><a href="${attachmentPath(id, index)}">${escapeHtml(fileName)}</a> ` +
    `<span class="soft">${escapeHtml(contentType)}, ${size} bytes</span></li>`
