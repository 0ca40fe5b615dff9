import { type AdditionalField, readAnswer } from '#domain/catalog/fields/field.ts'
import { type AnswerFacts, judgeAnswers } from '#domain/catalog/fields/judge-answers.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Contact, checkAttendee } from '#domain/order/reservation/contact.ts'
import type { AskedOf, SentItem } from '#domain/order/reservation/questionnaire.ts'

/**
 * What can still be answered: an answer that is final stays as it is, whatever is sent (booking contract 5).
 */
export function openQuestions(asked: AskedOf): AskedOf {
  const isOpen = ({ id, isEditable }: AdditionalField) => isEditable || (asked.stored.get(id) ?? []).length === 0
  return { ...asked, fields: asked.fields.filter(isOpen) }
}

/**
 * The items of one ticket, asked about by the list that was sent. Nothing sent: nothing changes. Undefined unless all of
 * the list belong to the ticket, and what was sent for them carries every question about them.
 */
export function listedItems(own: readonly AskedOf[], sent: readonly SentItem[]): AskedOf[] | undefined {
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
  readonly ticket: AskedOf
  /** Undefined: they can't be matched with those of the ticket. */
  readonly items: readonly AskedOf[] | undefined
}

type Facts = {
  readonly answerFacts: AnswerFacts
  /** The ticket is for the members of a group, and this holder is none. */
  readonly isUninvited: boolean
}

/** The problems of a ticket's new data (booking contract section 6, rows T). */
export function judgeUpdate({ holder, ticket, items }: Update, { answerFacts, isUninvited }: Facts): Problem[] {
  const found = checkAttendee(holder, '')
  const isAddressKnown = !found.some(({ field }) => field === 'email')
  const asked = [ticket, ...(items ?? [])]
  return [
    ...found,
    ...(isAddressKnown && isUninvited ? [NOT_INVITED] : []),
    ...asked.flatMap(({ fields, ...given }) => judgeAnswers(fields, given, answerFacts)).flatMap(withCompanion),
    ...(items === undefined ? [problem('error.emptyField')] : []),
  ]
}

/** A wrong VAT number is a problem of its field as a whole, too. */
function withCompanion(found: Problem): Problem[] {
  if (found.code !== 'error.STEP_2_INVALID_VAT' || found.field === undefined) return [found]
  return [found, { ...found, field: found.field.replace(/\[\d+\]$/, '') }]
}

/** The names of the questions whose answer will be another. */
export function changedAnswers({ fields, sent, stored }: AskedOf): string[] {
  const isChanged = (field: AdditionalField) => {
    const values = sent.get(field.name)
    return values !== undefined && textOf(readAnswer(field, values)) !== textOf(stored.get(field.id) ?? [])
  }
  return fields.filter(isChanged).map(({ name }) => name)
}

const textOf = (values: readonly string[]): string => JSON.stringify(values)

/** The ticket is for the members of a group, and this holder is none, or has no place left (domain rules 8). */
export const NOT_INVITED = problem('error.STEP_2_WHITELIST_CHECK_FAILED', { field: 'email' })
