import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import {
  type AdditionalField,
  type Answers,
  type SentAnswers,
  fieldsOfCategory,
  fieldsOfOwner,
  fieldsOfService,
  mergedAnswers,
} from '#domain/catalog/fields/field.ts'
import type { BoughtPass, BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'

/** What is asked about one ticket, one item of an extra, or one pass, and what was answered. */
export type Questionnaire<Id = bigint> = {
  /** Of the ticket, of the item, or of the pass. */
  readonly id: Id
  readonly fields: readonly AdditionalField[]
  readonly sent: SentAnswers
  readonly stored: Answers
  /** Where the answers are in the form. */
  readonly path: string
}

/** The answers as they are to be stored, by the id of what they are about. */
export const answersTo = <Id>(questionnaires: readonly Questionnaire<Id>[]): ReadonlyMap<Id, Answers> =>
  new Map(questionnaires.map(({ id, fields, sent, stored }) => [id, mergedAnswers(fields, sent, stored)]))

/** An item of an extra as the form lists it below one of the tickets. */
export type SentItem = {
  /** Null where the form names none. */
  readonly itemId: bigint | null
  /** The public id of the ticket it is to belong to. */
  readonly ticketId: string
  /** Its place in the list of that ticket. */
  readonly place: number
  readonly answers: SentAnswers
}

export type TicketToAsk = { readonly id: bigint; readonly publicId: string; readonly categoryId: CategoryId }

export type ItemToAsk = { readonly id: bigint; readonly serviceId: AdditionalServiceId; readonly ticketId: bigint }

type Order = {
  readonly tickets: readonly TicketToAsk[]
  readonly items: readonly ItemToAsk[]
  readonly fields: readonly AdditionalField[]
  readonly answers: { readonly ofTickets: ReadonlyMap<bigint, Answers>; readonly ofItems: ReadonlyMap<bigint, Answers> }
}

/** What the attendees of an order are asked, by public ticket id, as is `sent`. */
export function attendeeQuestionnaires(
  { tickets, fields, answers }: Pick<Order, 'tickets' | 'fields' | 'answers'>,
  sent: ReadonlyMap<string, SentAnswers>,
): Map<string, Questionnaire> {
  const questionnaires = tickets.map(({ id, publicId, categoryId }): [string, Questionnaire] => [
    publicId,
    {
      id,
      fields: fieldsOfCategory(fields, categoryId),
      sent: sent.get(publicId) ?? NOTHING,
      stored: answers.ofTickets.get(id) ?? NONE,
      path: `tickets[${publicId}].`,
    },
  ])
  return new Map(questionnaires)
}

/** What the owner of each pass is asked. The form has one owner, whatever the order has. */
export function ownerQuestionnaires(
  {
    passes,
    fields,
    answers,
  }: {
    readonly passes: readonly Pick<BoughtPass, 'id'>[]
    readonly fields: readonly AdditionalField[]
    readonly answers: { readonly ofPasses: ReadonlyMap<BoughtPassId, Answers> }
  },
  sent: SentAnswers,
): Questionnaire<BoughtPassId>[] {
  return passes.map(({ id }) => ({
    id,
    fields: fieldsOfOwner(fields),
    sent,
    stored: answers.ofPasses.get(id) ?? NONE,
    path: OWNER_PATH,
  }))
}

/** Where the owner of a pass is in the form. */
export const OWNER_PATH = 'subscriptionOwner.'

/** An item of an extra, the ticket it belongs to from now on, and what is asked about it. */
export type PlacedItem = Questionnaire & { readonly ticketId: bigint }

/**
 * Gives each item to the ticket it is listed below; without a list each stays where it is. Undefined unless the list has
 * every booked item once and nothing else (booking contract section 5).
 */
export function placeItems(order: Order, sent: readonly SentItem[] | null): PlacedItem[] | undefined {
  const listed = sent ?? asTheyAre(order)
  if (listed.length !== order.items.length) return undefined
  const placed = order.items.map(item => placeItem(order, item, listed))
  return placed.every(item => item !== undefined) ? placed : undefined
}

function placeItem(order: Order, { id, serviceId }: ItemToAsk, listed: readonly SentItem[]): PlacedItem | undefined {
  const entry = listed.find(({ itemId }) => itemId === id)
  const ticket = order.tickets.find(({ publicId }) => publicId === entry?.ticketId)
  if (!entry || !ticket) return undefined
  return {
    id,
    ticketId: ticket.id,
    fields: fieldsOfService(order.fields, serviceId),
    sent: entry.answers,
    stored: order.answers.ofItems.get(id) ?? NONE,
    path: `additionalServices[${ticket.publicId}][${entry.place}].`,
  }
}

function asTheyAre({ tickets, items }: Order): SentItem[] {
  return tickets.flatMap(({ id, publicId }) =>
    items
      .filter(({ ticketId }) => ticketId === id)
      .map((item, place) => ({ itemId: item.id, ticketId: publicId, place, answers: NOTHING })),
  )
}

const NOTHING: SentAnswers = new Map()
const NONE: Answers = new Map()
