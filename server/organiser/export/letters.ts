import { deskExportsPagePath } from '#contract/paths.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { type MailTexts, composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, buttons, paragraph } from '#server/mail/letter/letter.ts'

type ExportFacts = {
  readonly language: string
  /** As its member has named it. */
  readonly name: string
  /** The title of the event, or the name of the organisation. */
  readonly of: string
  /** When it was due, in words. */
  readonly at: string
  readonly baseUrl: string
}

/** A saved export on its schedule, which the mail carries unless it is too large. */
export function composeSavedExport(facts: ExportFacts, texts: MailTexts): ComposedMail {
  const { language, name, of, at, baseUrl } = facts
  const say = sayIn(texts, language)
  return composed({
    language,
    ...(texts.look && { look: texts.look }),
    subject: say('foyer.mail.export.subject', name, of),
    eyebrow: of,
    title: name,
    blocks: [
      paragraph(say('foyer.mail.export.text', at)),
      paragraph(say('foyer.mail.export.large', LARGEST_MB)),
      buttons({ label: say('foyer.mail.export.open'), url: baseUrl + deskExportsPagePath }),
    ],
    footer: [say('foyer.mail.export.why')],
  })
}

/** A larger file is not attached. */
export const LARGEST_MB = 5
