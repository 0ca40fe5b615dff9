import { letter } from '#server/mail/letter/compose.ts'
import type { MailContext } from '#server/mail/letter/letter.ts'

export type GroupMessageMail = MailContext & {
  readonly subject: string
  /** What the organiser has written, for this reader. */
  readonly html: string
  readonly text: string
  /** Where the reader ends the news; null: it is about the ticket. */
  readonly endNewsUrl: string | null
  readonly isToBuyer: boolean
}

/** To a person of a group that a member has chosen: about the ticket, or other news. */
export const composeGroupMessage = letter<GroupMessageMail>((facts, say) => {
  const { subject, html, text, endNewsUrl, isToBuyer, organizer } = facts
  return {
    subject,
    title: subject,
    blocks: [{ kind: 'written', html, text }],
    why:
      endNewsUrl !== null
        ? say('foyer.mail.message.why.news', organizer.name)
        : say(isToBuyer ? 'foyer.mail.message.why.buyer' : 'foyer.mail.message.why.attendee'),
    after: endNewsUrl === null ? [] : [{ label: say('foyer.mail.message.end-news', organizer.name), url: endNewsUrl }],
  }
})
