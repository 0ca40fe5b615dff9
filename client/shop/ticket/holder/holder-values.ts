import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import type { AdditionalField, AdditionalServiceWithData, Ticket } from '#contract/ticket.ts'
import {
  type AnswerValues,
  type ItemValues,
  answersFrom,
  isAnswers,
  isItems,
  isObject,
  itemKey,
  itemsFrom,
  itemsLaidOver,
  laidOver,
  questionsOf,
  toAdditional,
  toItemsForm,
} from '../attendee/answer-values.ts'
import type { TabStorage } from '#client/frame/storage/browser-storage.ts'
import type { TicketPlace } from '../calls.ts'

const HOLDER_PARTS = ['firstName', 'lastName', 'email', 'userLanguage'] as const
export type HolderPart = (typeof HOLDER_PARTS)[number]

/** What is typed about the holder of a ticket: who it is, and what the organiser asks about the ticket and its extras. */
export type HolderValues = Readonly<Record<HolderPart, string>> & {
  readonly additional: AnswerValues
  /** By `itemKey`. */
  readonly items: Readonly<Record<string, ItemValues>>
}

export type Extras = readonly AdditionalServiceWithData[]

/**
 * The form as the server knows it. A ticket that has no language yet gets the one of the page (specification, booking 5).
 */
export function valuesOf(ticket: Ticket, extras: Extras, { language }: { readonly language: string }): HolderValues {
  return {
    firstName: ticket.firstName ?? '',
    lastName: ticket.lastName ?? '',
    email: ticket.email ?? '',
    userLanguage: ticket.userLanguage ?? language,
    additional: answersFrom(questionsOf(ticket)),
    items: itemsFrom(extras, ticket.uuid),
  }
}

export function toUpdateForm({ additional, items, ...holder }: HolderValues): UpdateTicketOwnerForm {
  return { ...holder, additional: toAdditional(additional), additionalServices: toItemsForm(items) }
}

/** Is there anything to say about this ticket besides who holds it? */
export function hasQuestions(ticket: Ticket, extras: Extras): boolean {
  return questionsOf(ticket).length > 0 || extras.some(extra => extra.ticketFieldConfiguration.length > 0)
}

/** A question with the id of its control. */
export type QuestionControl = { readonly id: string; readonly question: AdditionalField }

/** Everything that is asked besides the holder, in the order of the page. */
export function questionControls(ticket: Ticket, extras: Extras): QuestionControl[] {
  return [
    ...questionsOf(ticket).map(question => ({ id: ticketControl(question), question })),
    ...extras.flatMap(({ itemId, ticketFieldConfiguration }) =>
      ticketFieldConfiguration.map(question => ({ id: itemControl(itemKey(itemId), question), question })),
    ),
  ]
}

export const ticketControl = ({ name }: AdditionalField): string => `additional.${name}`
export const itemControl = (key: string, { name }: AdditionalField): string => `items.${key}.additional.${name}`

/** The ids of all controls of the form, in the order of the page. */
export function holderControls(ticket: Ticket, extras: Extras): string[] {
  const controls = questionControls(ticket, extras)
  const isBefore = ({ question }: QuestionControl) => ticket.ticketFieldConfigurationBeforeStandard.includes(question)
  const [before, after] = [controls.filter(isBefore), controls.filter(control => !isBefore(control))]
  return [...before.map(({ id }) => id), ...HOLDER_PARTS, ...after.map(({ id }) => id)]
}

const draftKey = ({ ticketId }: TicketPlace) => `foyer.ticket.${ticketId.toLowerCase()}`

/** Keeps what is typed about a ticket in this tab, so that neither a reload nor an error loses it (design section 6). */
export function keepHolderDraft(storage: TabStorage, place: TicketPlace, values: HolderValues): void {
  storage.write(draftKey(place), values)
}

/** Has anything been typed that is not saved yet? */
export function hasHolderDraft(storage: TabStorage, place: TicketPlace): boolean {
  return isHolderValues(storage.read(draftKey(place)))
}

/** What was typed, laid over what the server knows: on what is asked now; whose a locked ticket is stays. */
export function holderDraft(
  storage: TabStorage,
  place: TicketPlace,
  { stored, isLocked }: { readonly stored: HolderValues; readonly isLocked: boolean },
): HolderValues {
  const draft = storage.read(draftKey(place))
  if (!isHolderValues(draft)) return stored
  const { firstName, lastName, email } = isLocked ? stored : draft
  return {
    firstName,
    lastName,
    email,
    userLanguage: draft.userLanguage,
    additional: laidOver(stored.additional, draft.additional),
    items: itemsLaidOver({ ...stored.items }, draft.items, [place.ticketId]),
  }
}

/** Saved, put aside, or the ticket is gone: nothing needs keeping. */
export function dropHolderDraft(storage: TabStorage, place: TicketPlace): void {
  storage.remove(draftKey(place))
}

function isHolderValues(value: unknown): value is HolderValues {
  return (
    isObject(value) &&
    HOLDER_PARTS.every(part => typeof value[part] === 'string') &&
    isAnswers(value['additional']) &&
    isItems(value['items'])
  )
}
