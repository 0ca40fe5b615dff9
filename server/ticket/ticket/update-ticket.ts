import { type AnswerFacts, numbersToVerify } from '#domain/catalog/fields/judge-answers.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import type { Attendee } from '#domain/order/reservation/contact.ts'
import {
  type Questionnaire,
  type SentItem,
  answersTo,
  attendeeQuestionnaires,
  placeItems,
} from '#domain/order/reservation/questionnaire.ts'
import { type RegisterAnswer, type RegisterAnswers, keyOf } from '#domain/documents/tax-id/vat-number.ts'
import {
  type HolderChange,
  NOT_INVITED,
  changeOfHolder,
  changedAnswers,
  idInOrderOf,
  isHolderFixed,
  judgeUpdate,
  listedItems,
  nextHolder,
  openQuestions,
} from '#domain/ticket/ticket/update.ts'
import type { Holder, Ticket } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { findUninvited, takePlaces } from '#server/catalog/attendee-group/attendee-groups.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { storeAnswers } from '#server/catalog/fields/fields.ts'
import { type MailRequest, noteMailRequest, secondsBeforeMail } from '#server/mail/request-limit/count-request.ts'
import { vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import { noteHolderInWallets } from '#server/order/wallet-notes/note-changes.ts'
import { type WhichTicket, changePublicId } from './former-ids.ts'
import { mailHolderChanged, mailTicket } from './mails.ts'
import { type SoldTicket, findSold, lockSold } from './sold-ticket.ts'
import { staysWithBuyer } from './present-tickets.ts'
import { dropTicketMails, storeHolder } from './store.ts'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { type SentAnswers, sentAnswers } from '#domain/catalog/fields/field.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { lookUp } from '#server/documents/tax/look-up.ts'

type TicketUpdated =
  | { readonly kind: 'judged'; readonly outcome: Outcome<true> }
  /** No ticket of a complete order of this event. */
  | { readonly kind: 'gone' }
  /** It has changed hands too often. */
  | { readonly kind: 'wait'; readonly seconds: number }

/**
 * Says who holds the ticket, and what the organiser asks about that person (lifecycle E). When name or address are
 * others its old code and its old id are worthless, the new holder gets the ticket and the old one a mail. Refused with
 * the problems of booking contract section 6, rows T. `session` is who asks.
 */
export async function updateTicket(
  shop: Shop,
  { shortName, publicId }: WhichTicket,
  { session, ...update }: TicketUpdate & { readonly session: string },
): Promise<TicketUpdated> {
  const offer = await shop.catalog.offeredEvent(shortName)
  const found = offer && (await findSold(shop.db, offer, publicId))
  if (!found) return GONE
  const answers = await lookUpNumbers(shop, found, update)
  const updated = await transaction(shop.db, async tx => {
    const sold = await lockSold(tx, offer, publicId)
    return sold ? judgeAndStore(tx, shop, { sold, update, answers, session }) : GONE
  })
  if (updated.kind === 'judged' && updated.outcome.ok) await shop.jobs.wake('deliver-mail')
  return updated
}

const GONE: TicketUpdated = { kind: 'gone' }

type Facts = {
  readonly sold: SoldTicket
  readonly update: TicketUpdate
  readonly answers: RegisterAnswers
  readonly session: string
}

async function judgeAndStore(tx: Tx, shop: Shop, { sold, update, answers, session }: Facts): Promise<TicketUpdated> {
  const { ticket, order } = sold
  const { offer } = order
  const questions = questionsOf(sold, update)
  const holder = nextHolder(ticket, update.holder)
  // A member of a group has a place for each ticket, which is taken once; the holder is final from then on.
  const invited = isHolderFixed(ticket) ? [] : [{ ...ticket, email: holder.email }]
  const uninvited = await findUninvited(tx, offer.groupLinks, invited)
  const facts = { answerFacts: answerFacts(offer, answers, shop.clock.now()), isUninvited: uninvited.size > 0 }
  const problems = judgeUpdate({ holder, ...questions }, facts)
  if (problems.length > 0) return judged(acceptedUnless(problems, true))
  const passing: MailRequest = { subjectId: ticket.uuid, kind: 'PASS_ON' }
  const isMailed = isWrittenTo(changeOfHolder(ticket, holder))
  const seconds = isMailed ? await secondsBeforeMail(tx, passing, shop.clock.now()) : 0
  if (seconds > 0) return { kind: 'wait', seconds }
  const taking = { reservation: order.reservation, at: shop.clock.now() }
  if (!(await takePlaces(tx, offer.groupLinks, invited, taking))) return judged(refused(NOT_INVITED))

  if (isMailed) await noteMailRequest(tx, passing, shop.clock.now())
  await storeUpdate(tx, shop, { sold, holder, questions, session })
  return judged(accepted(true))
}

const judged = (outcome: Outcome<true>): TicketUpdated => ({ kind: 'judged', outcome })

/** Each time the ticket had a holder and gets another, mails go to addresses that a visitor has typed. */
const isWrittenTo = ({ previous, isNew }: HolderChange): boolean => previous !== undefined && isNew

type Update = { readonly sold: SoldTicket; readonly holder: Attendee; readonly questions: TicketQuestions }

async function storeUpdate(tx: Tx, shop: Shop, { session, ...update }: Update & Pick<Facts, 'session'>): Promise<void> {
  const { sold, holder, questions } = update
  const { ticket, order } = sold
  const change = changeOfHolder(ticket, holder)
  const at = shop.clock.now()
  await storeHolder(tx, ticket, holder)
  await storeAnswers(tx, {
    ofTickets: answersTo([questions.ticket]),
    ofItems: answersTo(questions.items ?? []),
  })
  await noteUpdate(tx, shop, update)
  const became = change.isPassedOn ? 'PASSED_ON' : 'CORRECTED'
  const idInOrder = idInOrderOf(ticket, holder, order.reservation.contact)
  const held = change.hasNewCode ? await changePublicId(tx, ticket, { became, idInOrder, session, at }) : ticket
  await mailUpdate(tx, shop, sold, { ...held, ...holder })
  await noteHolderInWallets(tx, ticket, change, at)
}

/**
 * An organiser corrects who holds a ticket, also one whose holder is final: without acting as the holder, and without a
 * limit of times. What follows is the same as when the holder does it: another code, and mails to the new and the former holder.
 */
export async function correctHolder(
  tx: Tx,
  shop: Shop,
  { sold, holder, by }: { readonly sold: SoldTicket; readonly holder: Attendee; readonly by: string },
): Promise<void> {
  const { ticket, order } = sold
  const at = shop.clock.now()
  const change = changeOfHolder(ticket, holder)
  if (!change.isNew) return
  await storeHolder(tx, ticket, holder)
  const entry = { at, reservation: order.reservation, ticket, by }
  const parts = (['firstName', 'lastName', 'email'] as const).filter(part => ticket[part] !== holder[part])
  await noteAudit(tx, { ...entry, type: 'UPDATE_TICKET', modifications: { changed: parts.join(', ') } })
  if (change.hasNewCode) await noteAudit(tx, { ...entry, type: 'TICKET_HOLDER_CHANGED' })
  const became = change.isPassedOn ? 'PASSED_ON' : 'CORRECTED'
  const idInOrder = idInOrderOf(ticket, holder, order.reservation.contact)
  const held = change.hasNewCode ? await changePublicId(tx, ticket, { became, idInOrder, session: '', at }) : ticket
  await mailUpdate(tx, shop, sold, { ...held, ...holder })
  await noteHolderInWallets(tx, ticket, change, at)
}

function answerFacts({ context: event, settings }: OfferedEvent, answers: RegisterAnswers, now: Instant): AnswerFacts {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(event.timeZone)
  return { today: local.toPlainDate().toString(), vat: { ...vatTerms(settings), answers } }
}

/** By the names of what is different, not by what it says. */
async function noteUpdate(tx: Tx, { clock }: Shop, { sold, holder, questions }: Update): Promise<void> {
  const { ticket, order } = sold
  const parts = (['firstName', 'lastName', 'email', 'language'] as const).filter(part => ticket[part] !== holder[part])
  const answers = [questions.ticket, ...(questions.items ?? [])].flatMap(changedAnswers)
  const entry = { at: clock.now(), reservation: order.reservation, ticket }
  const changed = [...parts, ...new Set(answers)]
  if (changed.length > 0)
    await noteAudit(tx, { ...entry, type: 'UPDATE_TICKET', modifications: { changed: changed.join(', ') } })
  if (changeOfHolder(ticket, holder).hasNewCode) await noteAudit(tx, { ...entry, type: 'TICKET_HOLDER_CHANGED' })
}

/** The former holder gets a mail about it, and no mail any more with the ticket; `held` is the ticket as it is now. */
async function mailUpdate(tx: Tx, shop: Shop, sold: SoldTicket, held: Ticket & Holder): Promise<void> {
  const { ticket, order } = sold
  const { reservation, offer } = order
  const { previous, isNew, isNewEmail, isPassedOn } = changeOfHolder(ticket, held)
  if (!isNew) return
  await dropTicketMails(tx, ticket)
  // Nothing but the mail brings a ticket that was passed on to its holder, unless the buyer has it too.
  const isOnlyMailed = isPassedOn && !staysWithBuyer(offer, ticket)
  if (isOnlyMailed || offer.settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId)) {
    await mailTicket(tx, shop, { ticket: held, reservation, offer })
  }
  if (previous && isNewEmail && ticketHas(ticket, 'isAcquired')) {
    await mailHolderChanged(tx, shop, { sold, previous, next: held })
  }
}

/** The form of a ticket, as the rules know it. */
type TicketUpdate = {
  readonly holder: Attendee
  readonly answers: SentAnswers
  /** The items listed below the ticket. */
  readonly items: readonly SentItem[]
}

/** A language we don't speak is none. Of the extras only the list of this ticket counts. */
export function updateOf(form: UpdateTicketOwnerForm, publicId: string): TicketUpdate {
  return {
    holder: {
      firstName: lineOrEmpty(form.firstName),
      lastName: lineOrEmpty(form.lastName),
      email: form.email?.trim() ?? '',
      language: languageOfTag(lineOrEmpty(form.userLanguage)) ?? null,
    },
    answers: sentAnswers(form.additional),
    items: itemsOf(form, publicId),
  }
}

function itemsOf({ additionalServices }: UpdateTicketOwnerForm, publicId: string): SentItem[] {
  const lists = Object.entries(additionalServices ?? {}).filter(([ticket]) => ticket.toLowerCase() === publicId)
  return lists.flatMap(([ticketId, links]) =>
    links.map(({ additionalServiceItemId, additional }, place) => ({
      itemId: additionalServiceItemId == null ? null : BigInt(additionalServiceItemId),
      ticketId,
      place,
      answers: sentAnswers(additional),
    })),
  )
}

/** What is asked about a ticket and its extras. Items undefined: the list that was sent doesn't fit those of the ticket. */
type TicketQuestions = { readonly ticket: Questionnaire; readonly items: readonly Questionnaire[] | undefined }

/** As far as it can still be answered. */
function questionsOf({ ticket, order }: SoldTicket, { answers, items }: TicketUpdate): TicketQuestions {
  const asking = {
    fields: order.offer.fields,
    answers: order.answers,
    tickets: [ticket],
    items: order.items.filter(({ ticketId }) => ticketId === ticket.id),
  }
  const questionnaire = attendeeQuestionnaires(asking, new Map([[ticket.publicId, answers]])).get(ticket.publicId)
  if (!questionnaire) throw new Error(`nothing is known about ticket ${ticket.id}`)
  return {
    ticket: openQuestions({ ...questionnaire, path: '' }),
    items: listedItems(placeItems(asking, null) ?? [], items)?.map(openQuestions),
  }
}

/** What the register says of the VAT numbers among the answers. Never call it inside a transaction. */
async function lookUpNumbers(shop: Shop, sold: SoldTicket, update: TicketUpdate): Promise<RegisterAnswers> {
  const { ticket, items = [] } = questionsOf(sold, update)
  const terms = vatTerms(sold.order.offer.settings)
  const answers = new Map<string, RegisterAnswer>()
  for (const number of [ticket, ...items].flatMap(({ fields, ...input }) => numbersToVerify(fields, input, terms))) {
    if (!answers.has(keyOf(number))) answers.set(keyOf(number), await lookUp(shop, number))
  }
  return answers
}
