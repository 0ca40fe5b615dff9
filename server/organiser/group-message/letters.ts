import { letter } from '#server/mail/letter/compose.ts'
import type { GroupMessageMail } from './write-message.ts'

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
