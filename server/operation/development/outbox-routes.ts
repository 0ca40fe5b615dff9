import type { FastifyPluginAsync } from 'fastify'
import { capturedAttachment, capturedMail, capturedMails } from '#server/mail/letter/outbox.ts'
import { OUTBOX_PATH, mailPreviewPage, outboxPage } from './outbox-page.ts'
import { sendMailPart } from './send-mail-part.ts'
import { sendPage } from './send-page.ts'

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
      return sendMailPart(reply, mail.html)
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

const HIDDEN = { schema: { hide: true } }
