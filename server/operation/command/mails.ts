import { reservationId } from '#domain/order/reservation/reservation.ts'
import {
  type LoggedMail,
  type MailSearch,
  findMails,
  sendAgain,
  sendAllAgain,
} from '#server/mail/delivery-log/mails.ts'
import type { OpenShop } from '#server/shop.ts'
import { type Command, Refusal, findEventId, say, table, withShop } from './command.ts'

const FORMS = [
  'mails [--failed]',
  'mails <event> [--failed]',
  'mails <reservation>',
  'mails again <mail>',
  'mails again --failed [<event>]',
]

export const mailsCommand: Command = {
  usage: FORMS,
  summary: 'Tells what was sent to whom and what became of it, the newest first, and sets failed mails going again.',
  run: async args => {
    const isFailedOnly = args.includes('--failed')
    const [subject, mail, ...others] = args.filter(arg => arg !== '--failed')
    const isAgain = subject === 'again' && (mail !== undefined || isFailedOnly)
    if (others.length > 0 || (mail !== undefined && !isAgain)) throw new Refusal(`Say: ${FORMS.join(', or ')}.`)
    return withShop(shop => {
      if (!isAgain) return list(shop, subject, isFailedOnly)
      return mail === undefined || isFailedOnly ? allAgain(shop, mail) : again(shop, mail)
    })
  },
}

/** More than a screen takes; to see others, an operator names the event or the order. */
const AT_MOST = 200

async function list(shop: OpenShop, subject: string | undefined, isFailedOnly: boolean): Promise<number> {
  const mails = await findMails(shop.db, { ...(await searchFor(shop, subject)), isFailedOnly, limit: AT_MOST })
  say(...(mails.length === 0 ? ['There are no such mails.'] : table(mails.map(describeMail))))
  return 0
}

async function searchFor(
  { db }: OpenShop,
  subject: string | undefined,
): Promise<Pick<MailSearch, 'eventId' | 'reservationId'>> {
  if (subject === undefined) return {}
  const id = reservationId(subject)
  return id === undefined ? { eventId: await findEventId(db, subject) } : { reservationId: id }
}

function describeMail({
  id,
  recipient,
  subject,
  status,
  attempts,
  requestedAt,
  sentAt,
  nextAttemptAt,
  lastError,
}: LoggedMail) {
  const outcome =
    sentAt !== null && status === 'SENT' ? `sent ${moment(sentAt)}` : (lastError ?? '').split('\n', 1).join()
  const next = nextAttemptAt === null ? '' : `next try ${moment(nextAttemptAt)}`
  return [String(id), status, `${attempts}x`, moment(requestedAt), recipient, subject, outcome, next]
}

const moment = (at: number): string => Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' })

async function again(shop: OpenShop, text: string): Promise<number> {
  const outcome = /^\d{1,15}$/.test(text) ? await sendAgain(shop, BigInt(text)) : 'unknown'
  switch (outcome) {
    case 'again':
      say(`Mail ${text} is on its way again.`)
      return 0
    case 'unknown':
      throw new Refusal(`There is no mail "${text}".`)
    case 'not failed':
      throw new Refusal(`Mail ${text} has not failed.`)
    case 'event over':
      throw new Refusal(`Mail ${text} is of an event that has ended: nothing is sent any more.`)
    default:
      return outcome satisfies never
  }
}

/** All that have failed: of the event of this name, or of all. */
async function allAgain(shop: OpenShop, event: string | undefined): Promise<number> {
  const eventId = event === undefined ? null : await findEventId(shop.db, event)
  const sent = await sendAllAgain(shop, eventId)
  say(sent.again === 1 ? '1 mail is on its way again.' : `${sent.again} mails are on their way again.`)
  if (sent.over > 0) say(`${sent.over} of events that have ended stay where they are.`)
  return 0
}
