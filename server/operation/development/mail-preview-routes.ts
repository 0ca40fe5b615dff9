import type { FastifyPluginAsync } from 'fastify'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { MAILS_PATH, previewPage, previewsPage } from './mail-preview-page.ts'
import { MAIL_PREVIEWS, slugOf } from './mail-previews.ts'
import { sendMailPart } from './send-mail-part.ts'
import { sendPage } from './send-page.ts'

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
      return shown ? sendMailPart(reply, shown.mail.html) : reply.code(404).send()
    })
  }

  function find({ name, language }: Params['Params']) {
    const preview = MAIL_PREVIEWS.find(one => slugOf(one) === name)
    if (!preview || !shippedLanguages.some(shipped => shipped === language)) return undefined
    return { preview, language, languages: shippedLanguages, mail: preview.compose(language, texts) }
  }
}

const HIDDEN = { schema: { hide: true } }
