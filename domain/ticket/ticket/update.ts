import { type AdditionalField, readAnswer } from '#domain/catalog/fields/field.ts'
import { type AnswerFacts, judgeAnswers } from '#domain/catalog/fields/judge-answers.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Attendee, type Contact, checkAttendee } from '#domain/order/reservation/contact.ts'
import type { Questionnaire, SentItem } from '#domain/order/reservation/questionnaire.ts'
import { type Holder, type Ticket, fullName, holderOf } from './ticket.ts'

/**
 * What can still be answered: an answer that is final stays as it is, whatever is sent (booking contract 5).
 */
export function openQuestions(questionnaire: Questionnaire): Questionnaire {
  const isOpen = ({ id, isEditable }: AdditionalField) =>
    isEditable || (questionnaire.stored.get(id) ?? []).length === 0
  return { ...questionnaire, fields: questionnaire.fields.filter(isOpen) }
}

/**
 * The items of one ticket, asked about by the list that was sent. Nothing sent: nothing changes. Undefined unless all of
 * the list belong to the ticket, and what was sent for them carries every question about them.
 */
export function listedItems(own: readonly Questionnaire[], sent: readonly SentItem[]): Questionnaire[] | undefined {
  if (sent.length === 0) return []
  const listed = sent.flatMap(({ itemId, answers, place, ticketId }) => {
    const item = own.find(({ id }) => id === itemId)
    return item ? [{ ...item, sent: answers, path: `additionalServices[${ticketId}][${place}].` }] : []
  })
  const questions = own.flatMap(({ fields }) => fields.map(({ name }) => name))
  const isComplete = questions.every(name => listed.some(({ sent: answers }) => answers.has(name)))
  return listed.length === sent.length && isComplete ? listed : undefined
}

type Update = {
  readonly holder: Contact
  readonly ticket: Questionnaire
  /** Undefined: they can't be matched with those of the ticket. */
  readonly items: readonly Questionnaire[] | undefined
}

type Facts = {
  readonly answerFacts: AnswerFacts
  /** The ticket is for the members of a group, and this holder is none. */
  readonly isUninvited: boolean
}

/** The problems of a ticket's new data (booking contract section 6, rows T). */
export function judgeUpdate({ holder, ticket, items }: Update, { answerFacts, isUninvited }: Facts): Problem[] {
  const found = checkAttendee(holder, '')
  const isAddressValid = !found.some(({ field }) => field === 'email')
  const questionnaires = [ticket, ...(items ?? [])]
  return [
    ...found,
    ...(isAddressValid && isUninvited ? [NOT_INVITED] : []),
    ...questionnaires
      .flatMap(({ fields, ...input }) => judgeAnswers(fields, input, answerFacts))
      .flatMap(withCompanion),
    ...(items === undefined ? [problem('error.emptyField')] : []),
  ]
}

/** A wrong VAT number is a problem of its field as a whole, too. */
function withCompanion(found: Problem): Problem[] {
  if (found.code !== 'error.STEP_2_INVALID_VAT' || found.field === undefined) return [found]
  return [found, { ...found, field: found.field.replace(/\[\d+\]$/, '') }]
}

/** The names of the questions whose answer will be another. */
export function changedAnswers({ fields, sent, stored }: Questionnaire): string[] {
  const isChanged = (field: AdditionalField) => {
    const values = sent.get(field.name)
    return values !== undefined && textOf(readAnswer(field, values)) !== textOf(stored.get(field.id) ?? [])
  }
  return fields.filter(isChanged).map(({ name }) => name)
}

const textOf = (values: readonly string[]): string => JSON.stringify(values)

/** The ticket is for the members of a group, and this holder is none, or has no place left (domain rules 8). */
export const NOT_INVITED = problem('error.STEP_2_WHITELIST_CHECK_FAILED', { field: 'email' })

/** Is name and e-mail of the ticket final? A locked one without a holder can still get one. */
export function isHolderFixed(ticket: Ticket): boolean {
  return ticket.isLocked && holderOf(ticket) !== undefined
}

/** Who will hold the ticket when this is asked for; of a fixed holder only the language changes (lifecycle E). */
export function nextHolder(ticket: Ticket, requested: Attendee): Attendee {
  const stored = isHolderFixed(ticket) ? holderOf(ticket) : undefined
  return { ...requested, ...stored, language: requested.language ?? ticket.language }
}

/** What is different with the new holder, and so who has to know. */
export type HolderChange = {
  /** Who held it before; undefined: it had no holder. */
  readonly previous: Holder | undefined
  /** Anything about name or address. */
  readonly isNew: boolean
  readonly isNewEmail: boolean
  /** Name or address of a named ticket are others: the old code is worthless, for it vouches for both. */
  readonly hasNewCode: boolean
  /** The ticket went to another address: what opens it is its new holder's alone (lifecycle E). */
  readonly isPassedOn: boolean
}

/** Upper and lower case make another writing of the same person, as in the ticket code (lifecycle C.4). */
export function changeOfHolder(ticket: Ticket, next: Holder): HolderChange {
  const previous = holderOf(ticket)
  const isNewEmail = ticket.email !== next.email
  return {
    previous,
    isNew: isNewEmail || ticket.firstName !== next.firstName || ticket.lastName !== next.lastName,
    isNewEmail,
    hasNewCode: previous !== undefined && !isSamePerson(previous, next),
    isPassedOn: previous !== undefined && !isSame(previous.email, next.email),
  }
}

/**
 * By which id the order lists the ticket once it is the next holder's; null: by its own. A ticket that was passed on keeps the
 * id that it had in the order, which opens nothing, until it comes back to the address of the order (lifecycle E).
 */
export function idInOrderOf(ticket: Ticket, next: Holder, buyer: Pick<Holder, 'email'>): string | null {
  if (isSame(next.email, buyer.email)) return null
  return changeOfHolder(ticket, next).isPassedOn ? (ticket.idInOrder ?? ticket.publicId) : ticket.idInOrder
}

const isSamePerson = (one: Holder, other: Holder): boolean =>
  isSame(one.email, other.email) && isSame(fullName(one), fullName(other))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
