import { mergedAnswers } from '#domain/fields/answers.ts'
import type { AnswerFacts } from '#domain/fields/judge-answers.ts'
import type { Instant } from '#domain/instant.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/outcome.ts'
import type { Attendee } from '#domain/reservation/contact.ts'
import type { AskedOf } from '#domain/reservation/questionnaire.ts'
import type { RegisterAnswers } from '#domain/tax-id/register-answer.ts'
import { changeOfHolder, isHolderFixed, nextHolder } from '#domain/ticket/change-holder.ts'
import { NOT_INVITED, changedAnswers, judgeUpdate } from '#domain/ticket/judge-update.ts'
import { findUninvited } from '#server/attendee-group/find-uninvited.ts'
import { takePlaces } from '#server/attendee-group/take-places.ts'
import { noteAudit } from '#server/audit/audit.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { storeAnswers } from '#server/fields/answers.ts'
import { vatTerms } from '#server/setting/invoice-terms.ts'
import { noteHolderInWallets } from '#server/wallet/note-changes.ts'
import { mailHolderChanged } from './mail-holder-changed.ts'
import { mailTicket } from './mail-ticket.ts'
import type { TicketUpdate } from './read-update.ts'
import { type SoldTicket, findSold, lockSold } from './sold-ticket.ts'
import { dropTicketMails, storeHolder } from './store.ts'
import { type TicketQuestions, lookUpNumbers, questionsOf } from './ticket-questions.ts'

export type WhichTicket = { readonly shortName: string; readonly publicId: string }

/**
 * Says who holds the ticket, and what the organiser asks about that person (lifecycle E). When it goes to another person
 * its old code is worthless, the new holder gets the ticket and the old one is told. Null unless the ticket is of a
 * complete order of this event; refused with the problems of booking contract section 6, rows T.
 */
export async function updateTicket(
  shop: Shop,
  { shortName, publicId }: WhichTicket,
  update: TicketUpdate,
): Promise<Outcome<true> | null> {
  const sale = await shop.catalog.eventForSale(shortName)
  const found = sale && (await findSold(shop.db, sale, publicId))
  if (!found) return null
  const answers = await lookUpNumbers(shop, found, update)
  const outcome = await transaction(shop.db, async tx => {
    const sold = await lockSold(tx, sale, publicId)
    return sold ? judgeAndStore(tx, shop, { sold, update, answers }) : null
  })
  if (outcome?.ok) await shop.jobs.wake('deliver-mail')
  return outcome
}

type Facts = { readonly sold: SoldTicket; readonly update: TicketUpdate; readonly answers: RegisterAnswers }

async function judgeAndStore(tx: Tx, shop: Shop, { sold, update, answers }: Facts): Promise<Outcome<true>> {
  const { ticket, order } = sold
  const { sale } = order
  const questions = questionsOf(sold, update)
  const holder = nextHolder(ticket, update.holder)
  // A member of a group has a place for each ticket, which is taken once; the holder is final from then on.
  const invited = isHolderFixed(ticket) ? [] : [{ ...ticket, email: holder.email }]
  const uninvited = await findUninvited(tx, sale.groupLinks, invited)
  const facts = { answerFacts: answerFacts(sale, answers, shop.clock.now()), isUninvited: uninvited.size > 0 }
  const problems = judgeUpdate({ holder, ...questions }, facts)
  if (problems.length > 0) return acceptedUnless(problems, true)
  const taking = { reservation: order.reservation, at: shop.clock.now() }
  if (!(await takePlaces(tx, sale.groupLinks, invited, taking))) return refused(NOT_INVITED)

  await storeHolder(tx, ticket, holder)
  await storeAnswers(tx, {
    ofTickets: answersTo([questions.ticket]),
    ofItems: answersTo(questions.items ?? []),
  })
  await noteUpdate(tx, shop, { sold, holder, questions })
  await tellOfUpdate(tx, shop, sold, holder)
  await noteHolderInWallets(tx, ticket, changeOfHolder(ticket, holder), shop.clock.now())
  return accepted(true)
}

function answerFacts({ event, settings }: EventForSale, answers: RegisterAnswers, now: Instant): AnswerFacts {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(event.timeZone)
  return { today: local.toPlainDate().toString(), vat: { ...vatTerms(settings), answers } }
}

const answersTo = (asked: readonly AskedOf[]) =>
  new Map(asked.map(({ id, fields, sent, stored }) => [id, mergedAnswers(fields, sent, stored)]))

type Update = { readonly sold: SoldTicket; readonly holder: Attendee; readonly questions: TicketQuestions }

/** By the names of what is different, not by what it says. */
async function noteUpdate(tx: Tx, { clock }: Shop, { sold, holder, questions }: Update): Promise<void> {
  const { ticket, order } = sold
  const parts = (['firstName', 'lastName', 'email', 'language'] as const).filter(part => ticket[part] !== holder[part])
  const answers = [questions.ticket, ...(questions.items ?? [])].flatMap(changedAnswers)
  const entry = { at: clock.now(), reservation: order.reservation, ticket }
  const changed = [...parts, ...new Set(answers)]
  if (changed.length > 0)
    await noteAudit(tx, { ...entry, type: 'UPDATE_TICKET', modifications: { changed: changed.join(', ') } })
  if (changeOfHolder(ticket, holder).isPassedOn) await noteAudit(tx, { ...entry, type: 'TICKET_HOLDER_CHANGED' })
}

/** Whoever loses the ticket gets a word, and no mail any more that would carry the new code. */
async function tellOfUpdate(tx: Tx, shop: Shop, sold: SoldTicket, holder: Attendee): Promise<void> {
  const { ticket, order } = sold
  const { reservation, sale } = order
  const { previous, isNew, isNewEmail } = changeOfHolder(ticket, holder)
  if (!isNew) return
  await dropTicketMails(tx, ticket)
  if (sale.settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId)) {
    await mailTicket(tx, shop, { ticket: { ...ticket, ...holder }, reservation, sale })
  }
  if (previous && isNewEmail && ticket.status === 'ACQUIRED') {
    await mailHolderChanged(tx, shop, { sold, previous, next: holder })
  }
}
