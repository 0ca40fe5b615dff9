import type { NewOrderForm } from '#contract/desk-new-order.ts'
import {
  type AdditionalField,
  fieldsOfCategory,
  fieldsOfService,
  readAnswer,
  sentAnswers,
} from '#domain/catalog/fields/field.ts'
import { type AnswerFacts, judgeAnswers } from '#domain/catalog/fields/judge-answers.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Questionnaire, answersTo } from '#domain/order/reservation/questionnaire.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { storeAnswers } from '#server/catalog/fields/fields.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import { itemsOf } from '#server/order/order/read-order.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'

type StatedAnswer = NonNullable<NewOrderForm['answers']>[number]

/** What a person who sells tickets has asked their buyer. */
export type StatedAnswers = {
  readonly list: readonly StatedAnswer[]
  /** Each required question needs its answer; otherwise what is left out stays open, for its holder. */
  readonly areRequired: boolean
}

/** Leaves the transaction of an order whose answers are wrong. */
export class WronglyAnswered extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ code }) => code).join(', '))
    this.problems = problems
  }
}

type Giving = { readonly offer: OfferedEvent; readonly answers: StatedAnswers; readonly now: Instant }

/**
 * Judges and stores answers about the tickets and extras of an order that was held a moment ago. Throws `WronglyAnswered` with each
 * problem at its field, as in `answers.TICKET.7.0.meal`: about the first ticket of category 7, the question `meal`.
 */
export async function giveAnswers(tx: Tx, id: ReservationId, { offer, answers, now }: Giving): Promise<void> {
  const { list, areRequired } = answers
  if (offer.fields.length === 0 && list.length === 0) return
  if (list.length === 0 && !areRequired) return
  const found = await questionsAbout(tx, id, { offer, list })
  const { all } = found
  const facts = answerFactsOf(offer, now)
  const problems = [
    ...(found.isForeign ? [problem('error.restrictedValue', { field: 'answers' })] : []),
    ...all.flatMap(one => judge(one, areRequired, facts)),
  ]
  if (problems.length > 0) throw new WronglyAnswered(problems)
  await storeAnswers(tx, { ofTickets: answersTo(found.ofTickets), ofItems: answersTo(found.ofItems) })
}

type Asking = { readonly offer: OfferedEvent; readonly list: readonly StatedAnswer[] }

async function questionsAbout(tx: Tx, id: ReservationId, { offer, list }: Asking) {
  const given = new Map(list.map(answer => [placeOf(answer), answer.values]))
  const questionnairesOf = (
    about: StatedAnswer['about'],
    parts: readonly { readonly id: bigint; readonly of: number; readonly fields: readonly AdditionalField[] }[],
  ): Questionnaire[] => {
    const counts = new Map<number, number>()
    return parts.map(({ id: part, of, fields }) => {
      const place = counts.get(of) ?? 0
      counts.set(of, place + 1)
      const path = placeOf({ about, id: of, place })
      const sent = sentAnswers(given.get(path))
      return { id: part, fields, sent, stored: new Map(), path }
    })
  }
  const tickets = await ticketsOf(tx, id)
  const items = offer.services.length === 0 ? [] : await itemsOf(tx, id)
  const ofTickets = questionnairesOf(
    'TICKET',
    tickets.map(ticket => ({
      id: ticket.id,
      of: ticket.categoryId,
      fields: fieldsOfCategory(offer.fields, ticket.categoryId),
    })),
  )
  const ofItems = questionnairesOf(
    'EXTRA',
    items.map(item => ({ id: item.id, of: item.serviceId, fields: fieldsOfService(offer.fields, item.serviceId) })),
  )
  const all = [...ofTickets, ...ofItems]
  const places = new Set(all.map(({ path }) => path))
  return { ofTickets, ofItems, all, isForeign: [...given.keys()].some(place => !places.has(place)) }
}

const placeOf = ({ about, id, place }: Pick<StatedAnswer, 'about' | 'id' | 'place'>): string =>
  `answers.${about}.${id}.${place}.`

function judge({ fields, sent, stored, path }: Questionnaire, areRequired: boolean, facts: AnswerFacts): Problem[] {
  const isAnswered = (field: AdditionalField) => readAnswer(field, sent.get(field.name) ?? []).length > 0
  const judged = areRequired ? fields : fields.filter(isAnswered)
  return judgeAnswers(judged, { sent, stored, path }, facts).map(({ field = '', ...found }) => ({
    ...found,
    field: field.replace(/\.additional\[(.+?)\](?:\[\d+\])?$/, '.$1'),
  }))
}

/** The register of VAT numbers is not asked: no queue waits for it, and a number only has to look like one. */
export function answerFactsOf({ context, settings }: OfferedEvent, now: Instant): AnswerFacts {
  return {
    today: Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(context.timeZone).toPlainDate().toString(),
    vat: { ...vatTerms(settings), isVerified: false, answers: new Map() },
  }
}
