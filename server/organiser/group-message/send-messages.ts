import { languageFor } from '#domain/organiser/group-message/group-message.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { type Attachment, type AttachmentDescription, LEFT_OUT } from '#server/mail/letter/message.ts'
import { type QueuedMail, queueMails } from '#server/mail/letter/queue.ts'
import { writeLetter } from '#server/mail/letter/send-letter.ts'
import { type Reader, countAudience, isStillFor, notePeople, readersOf } from './audience-store.ts'
import { composeGroupMessage } from './letters.ts'
import {
  type StoredMessage,
  dueMessages,
  mailsUnsent,
  storeStart,
  storeQueued,
  storeSent,
  takeMessage,
  waitingPeople,
} from './message-store.ts'
import { newsKeys, newsSecret } from './news-store.ts'
import { endNewsUrl, messageFor, renderTexts } from './write-message.ts'

export { MESSAGES_ARE_DUE } from './message-store.ts'

const JOB = 'send-messages'

/** So many people are written to in one transaction. */
const BATCH = 100

/** No more mails of messages are in the queue at a time, so that a ticket that is bought meanwhile is not behind thousands. */
const MOST_UNSENT = 200

/**
 * Queues the mails of messages that are due, as many as the mail server takes. Each person is written to once: who gets a
 * mail is stored in the transaction that queues it, so that any number of processes may do so and be killed. Returns how
 * many people and messages are done.
 */
export async function sendMessages(shop: Shop): Promise<number> {
  const done = await eachRow(shop, await dueMessages(shop.db, shop.clock.now()), {
    job: JOB,
    nameOf: ({ id }) => ({ kind: 'group-message', id: String(id) }),
    work: async ([message]) => (message ? sendMessage(shop, message) : 0),
  })
  if (done > 0) await shop.jobs.wake('deliver-mail')
  return done
}

async function sendMessage(shop: Shop, message: StoredMessage): Promise<number> {
  const offer = await shop.catalog.eventOf(message.eventId)
  if (!(await renderTexts(message.texts, offer.context.organization))) return 0
  const secret = await newsSecret(shop.db)
  let done = (await begin(shop, message, secret)) ? 1 : 0
  for (let room = await roomInQueue(shop); room > 0; room = await roomInQueue(shop)) {
    const sent = await sendBatch(shop, { message, offer, secret, limit: Math.min(room, BATCH) })
    done += sent
    if (sent === 0) break
  }
  return done
}

const roomInQueue = async ({ db }: Pick<Shop, 'db'>): Promise<number> => MOST_UNSENT - (await mailsUnsent(db))

/** Notes whom it is for, at the moment at which it is to be sent. False where that has been done, or it was stopped. */
function begin({ db }: Shop, message: StoredMessage, secret: Buffer): Promise<boolean> {
  return transaction(
    db,
    async tx => {
      if ((await takeMessage(tx, message.id)) !== 'PLANNED') return false
      const { languages, withoutAddress } = await countAudience(tx, message, secret)
      const unsubscribed = languages.reduce((sum, { ended }) => sum + ended, 0)
      await notePeople(tx, message.id, message, secret)
      await storeStart(tx, message.id, { withoutAddress, unsubscribed })
      return true
    },
    { length: 'long' },
  )
}

type Batch = {
  readonly message: StoredMessage
  readonly offer: OfferedEvent
  readonly secret: Buffer
  readonly limit: number
}

/** Returns how many people are done, or one for the end of the message; nothing where another process is at it. */
function sendBatch(shop: Shop, { message, offer, secret, limit }: Batch): Promise<number> {
  const now = shop.clock.now()
  return transaction(shop.db, async tx => {
    if ((await takeMessage(tx, message.id)) !== 'SENDING') return 0
    const ids = await waitingPeople(tx, message.id, limit)
    if (ids.length === 0) {
      await storeSent(tx, message.id, now)
      return 0
    }
    const readers = await readersOf(tx, ids, secret)
    const keys = await keysOf(tx, message, { readers, secret, now })
    await queueMails(
      tx,
      readers.map(reader => mailTo(shop, { message, offer, reader, key: keys.get(addressOf(reader)) })),
      now,
    )
    await storeQueued(tx, ids)
    return ids.length
  })
}

const addressOf = ({ email }: Reader): string => email.trim().toLowerCase()

type Keys = Omit<Parameters<typeof newsKeys>[2], 'organizationId'> & { readonly readers: readonly Reader[] }

async function keysOf(
  tx: Tx,
  { purpose, organizationId }: StoredMessage,
  { readers, ...mailed }: Keys,
): Promise<ReadonlyMap<string, string>> {
  return purpose === 'NEWS' ? newsKeys(tx, readers.map(addressOf), { organizationId, ...mailed }) : new Map()
}

type Mail = {
  readonly message: StoredMessage
  readonly offer: OfferedEvent
  readonly reader: Reader
  readonly key: string | undefined
}

function mailTo(shop: Shop, { message, offer, reader, key }: Mail): QueuedMail {
  const { id: messageId, texts } = message
  const language = languageFor(texts, reader.language, offer.context.languages)
  const text = language === undefined ? undefined : texts[language]
  if (language === undefined || text === undefined) throw new Error(`message ${messageId} has no text`)
  const unsubscribeUrl = key === undefined ? null : endNewsUrl(shop, { key, language, messageId })
  const facts = messageFor(shop, { offer, text, language, reader, endNewsUrl: unsubscribeUrl })
  return writeLetter(
    shop,
    {
      offer,
      reservation: { id: reader.orderId },
      recipient: reader.email,
      attachments: [{ kind: 'message-person', personId: String(reader.personId) }],
      outlivesEvent: true,
      ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    },
    say => composeGroupMessage(facts, say),
  )
}

/**
 * Nothing to attach. Undefined, so that the mail is not sent, where the message was stopped, the order has ended, or its reader is
 * another one or has ended the news since it was queued.
 */
export async function messagePersonAttachment(
  { db }: Pick<Shop, 'db'>,
  { personId }: Extract<AttachmentDescription, { kind: 'message-person' }>,
): Promise<Attachment | typeof LEFT_OUT | undefined> {
  return (await isStillFor(db, personId, await newsSecret(db))) ? LEFT_OUT : undefined
}
