import type { MemberRole } from '#domain/access/principal/principal.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, buttons, paragraph } from '#server/mail/letter/letter.ts'

type InvitationFacts = {
  readonly language: string
  /** Who invites; null for the operator. */
  readonly inviter: string | null
  readonly role: MemberRole
  /** The organisation, event or shop that the person is to work for. */
  readonly of: string
  readonly url: string
  readonly days: number
}

/** An invitation to the desk, with the link that accepts it. */
export function composeInvitation(facts: InvitationFacts, texts: Pick<Texts, 'text'>): ComposedMail {
  const { language, inviter, role, of, url, days } = facts
  const say = sayIn(texts, language)
  return composed({
    language,
    subject: say('foyer.mail.invitation.subject', of),
    eyebrow: of,
    title: say('foyer.mail.invitation.title'),
    blocks: [
      paragraph(
        inviter === null
          ? say('foyer.mail.invitation.text', of, say(`foyer.desk.role.${role}`))
          : say('foyer.mail.invitation.text-by', inviter, of, say(`foyer.desk.role.${role}`)),
      ),
      buttons({ label: say('foyer.mail.invitation.accept'), url }),
      paragraph(say('foyer.mail.invitation.until', days)),
    ],
    footer: [say('foyer.mail.invitation.not-you')],
  })
}

type NewPasswordFacts = { readonly language: string; readonly shop: string; readonly url: string }

/** The link by which a member sets a new password. */
export function composeNewPassword(
  { language, shop, url }: NewPasswordFacts,
  texts: Pick<Texts, 'text'>,
): ComposedMail {
  const say = sayIn(texts, language)
  return composed({
    language,
    subject: say('foyer.mail.new-password.subject', shop),
    eyebrow: shop,
    title: say('foyer.mail.new-password.title'),
    blocks: [
      paragraph(say('foyer.mail.new-password.text')),
      buttons({ label: say('foyer.mail.new-password.set'), url }),
    ],
    footer: [say('foyer.mail.new-password.not-you')],
  })
}
