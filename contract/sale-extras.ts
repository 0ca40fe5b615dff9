import { Type, type Static } from 'typebox'
import { AdditionalFieldValues } from './booking-form.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_LIST_LENGTH } from './limits.ts'
import { LangMap, ListOf, Maybe, Nullable, OneOf } from './schema.ts'
import { AdditionalField } from './ticket.ts'

/** What goes with tickets that an organiser sells: extras, and answers to the questions of the event. */

/** An extra that is chosen; those that come by themselves are in every total. */
export const SaleExtra = Type.Object({
  id: Type.Integer(),
  title: LangMap,
  price: Nullable(Type.String({ description: 'Of one, as of a ticket; null: the buyer names an amount' })),
  left: Nullable(Type.Integer({ description: 'null: any number' })),
  mostOfTicket: Nullable(Type.Integer({ description: 'Of each ticket of the order; null: not limited by tickets' })),
  mostOfOrder: Type.Integer(),
})
export type SaleExtra = Static<typeof SaleExtra>

/** What is asked about each ticket of a category, or about each item of an extra. */
export const SaleQuestions = Type.Object({
  about: OneOf(['TICKET', 'EXTRA']),
  id: Type.Integer({ description: 'Of the category, or of the extra' }),
  title: LangMap,
  /** How often: for each that is chosen, for each ticket of the order, or once. */
  items: OneOf(['CHOSEN', 'EACH_TICKET', 'ONE']),
  questions: Type.Array(AdditionalField),
})
export type SaleQuestions = Static<typeof SaleQuestions>

/** What a form of a sale may have beside its tickets. */
export const withTickets = {
  extras: Maybe(
    ListOf(
      Type.Object({
        extraId: Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
        quantity: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
        amount: Maybe(
          Type.String({
            maxLength: MAX_ID_LENGTH,
            description: 'Where the buyer names it, as it is typed: 12.50, 12,50',
          }),
        ),
      }),
    ),
  ),
}

export const withAnswers = {
  answers: Maybe(
    Type.Array(
      Type.Object({
        about: OneOf(['TICKET', 'EXTRA']),
        id: Type.Integer({ minimum: 1, maximum: MAX_INTEGER, description: 'Of the category, or of the extra' }),
        place: Type.Integer({
          minimum: 0,
          maximum: MAX_INTEGER,
          description: 'From 0: which of the tickets of that category, or of the items of that extra',
        }),
        values: AdditionalFieldValues,
      }),
      { maxItems: MAX_LIST_LENGTH, description: 'By the names of the questions; what is left out stays open' },
    ),
  ),
}

/** Items of an extra that an order has. */
export const SoldExtra = Type.Object({
  extraId: Type.Integer(),
  title: LangMap,
  quantity: Type.Integer(),
})
