import { createHash } from 'node:crypto'
import type { Audience, AudienceCount } from '#contract/desk-messages.ts'
import type { Member, Principal } from '#domain/access/principal/principal.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import {
  type MessagePurpose,
  type MessageText,
  type MessageTexts,
  languageFor,
  problemsOfTexts,
  writtenTexts,
} from '#domain/organiser/group-message/group-message.ts'
import { memberById } from '#server/access/member/members.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { writeLetter } from '#server/mail/letter/send-letter.ts'
import { queueMail } from '#server/mail/letter/queue.ts'
import { type MessageFor, type Reader, countAudience, readerOf, sampleAudience } from './audience-store.ts'
import { composeGroupMessage } from './letters.ts'
import { newsSecret } from './news-store.ts'
import { type MessageReader, messageFor, renderTexts, tooCostly } from './write-message.ts'

/** Whom a message would reach, and how it reads, before it is sent. */

export type DraftOf = { readonly offer: OfferedEvent; readonly audience: Audience; readonly purpose: MessagePurpose }

export const messageForOf = ({ offer: { context }, audience, purpose }: DraftOf): MessageFor => ({
  eventId: context.id,
  organizationId: context.organization.id,
  audience,
  purpose,
})

/** How many people it reaches now, by language, and who is left out. Nothing is stored. */
export async function planMessage(db: Queryable, draft: DraftOf): Promise<AudienceCount> {
  const of = messageForOf(draft)
  const secret = await newsSecret(db)
  const { languages, withoutAddress } = await countAudience(db, of, secret)
  const samples = await sampleAudience(db, of, secret)
  const reached = languages.filter(({ people }) => people > 0)
  const unsubscribed = languages.reduce((sum, { ended }) => sum + ended, 0)
  return {
    seen: digestOf(draft, { reached, withoutAddress, unsubscribed }),
    people: reached.reduce((sum, { people }) => sum + people, 0),
    withoutAddress,
    unsubscribed,
    languages: reached.map(({ language, people }) => ({ language, people })),
    samples,
  }
}

/** The same for the same people as far as their number, languages and causes show it. */
function digestOf({ audience, purpose }: DraftOf, counted: object): string {
  const chosen = Object.entries(audience).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify({ chosen, purpose, counted })).digest('base64url')
}

/** The texts as they will be sent. Refused for what can't be: nothing written, unknown placeholders, too long or too costly. */
export async function checkTexts(texts: MessageTexts, { context }: OfferedEvent): Promise<Outcome<MessageTexts>> {
  const decision = acceptedUnless(problemsOfTexts(texts, context.languages), writtenTexts(texts))
  if (!decision.ok) return decision
  const written = decision.value
  const [costly] = await tooCostly(written, context.organization)
  return costly === undefined
    ? accepted(written)
    : refused(problem('foyer.desk.message.refused.costly', { field: `texts.${costly}.text` }))
}

export type Preview = DraftOf & {
  readonly texts: MessageTexts
  readonly language: string
  readonly orderId?: string | undefined
  readonly ticketId?: string | null | undefined
}

/** A message by the code that writes it, for a person of the event or a made-up one. Undefined for an unknown person. */
async function previewed(
  shop: Shop,
  { offer, audience, purpose, texts, language: wanted, orderId, ticketId }: Preview,
): Promise<Outcome<ReturnType<typeof writeLetter>> | undefined> {
  const checked = await checkTexts(texts, offer)
  if (!checked.ok) return checked
  const language = languageFor(checked.value, wanted, offer.context.languages)
  const text: MessageText | undefined = language === undefined ? undefined : checked.value[language]
  if (language === undefined || text === undefined) return refused(problem('foyer.desk.message.refused.empty'))
  const reader =
    orderId === undefined
      ? madeUp(audience, sayIn(shop.texts, language))
      : await personOf(shop, { eventId: offer.context.id, audience }, { orderId, ticketId: ticketId ?? '' })
  if (!reader) return undefined
  await renderTexts(checked.value, offer.context.organization)
  const endNewsUrl = purpose === 'NEWS' ? `${shop.config.baseUrl}/news/…` : null
  const facts = messageFor(shop, { offer, text, language, reader, endNewsUrl })
  return accepted(writeLetter(shop, { offer, recipient: 'preview@localhost' }, say => composeGroupMessage(facts, say)))
}

const madeUp = ({ to }: Audience, say: (key: string) => string): MessageReader => ({
  orderId: NO_ORDER,
  isBuyer: to === 'BUYERS',
  ticketId: NO_ORDER,
  firstName: say('foyer.desk.message.sample.first-name'),
  lastName: say('foyer.desk.message.sample.last-name'),
  email: '',
  language: '',
})

const NO_ORDER = '00000000-0000-4000-8000-000000000000'

async function personOf(
  { db }: Shop,
  of: Pick<MessageFor, 'eventId' | 'audience'>,
  ids: { readonly orderId: string; readonly ticketId: string },
): Promise<Reader | undefined> {
  return isUuid(ids.orderId) && isUuid(ids.ticketId) ? readerOf(db, of, ids) : undefined
}

export async function previewMessage(shop: Shop, preview: Preview): Promise<Outcome<ComposedMail> | undefined> {
  const mail = await previewed(shop, preview)
  if (!mail?.ok) return mail
  const { subject, html, text } = mail.value
  return accepted({ subject, html, text })
}

/** Mails it to the member who writes it, once for the same text. Refused for a key, which has no address. */
export async function testMessage(
  shop: Shop,
  by: Principal,
  preview: Preview,
): Promise<Outcome<{ readonly recipient: string }> | undefined> {
  const member = by.kind === 'member' ? await memberOf(shop, by) : undefined
  if (!member) return refused(problem('foyer.desk.message.refused.no-member'))
  const mail = await previewed(shop, preview)
  if (!mail?.ok) return mail
  const { email: recipient, language } = member
  const subject = sayIn(shop.texts, language)('foyer.desk.message.test.subject', mail.value.subject)
  await transaction(shop.db, tx =>
    queueMail(tx, { ...mail.value, subject, recipient, outlivesEvent: true }, shop.clock.now()),
  )
  await shop.jobs.wake('deliver-mail')
  return accepted({ recipient })
}

const memberOf = ({ db }: Shop, { memberId }: Member) => memberById(db, memberId)
