import type { WireProblem } from '#client/frame/calls/call-result.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { itemKey, questionsOf } from '../../ticket/attendee/answer-values.ts'
import { isEmbedded } from '../../shell/embedding/is-embedded.ts'
import { type BookingValues, PERSON_PARTS } from '../details/booking-values.ts'
import { type InvoiceTerms, isInvoiceRequested, shownInvoiceFields } from '../details/invoice-values.ts'

type Shown = Pick<ReservationInfo, 'ticketsByCategory' | 'additionalServiceWithData' | 'subscriptionInfos'> & {
  readonly orderSummary: Pick<ReservationInfo['orderSummary'], 'free'>
}

/** The names of all present controls of the page, in its order. */
export function controlsOf(
  reservation: Shown,
  terms: InvoiceTerms,
  values: BookingValues,
  { isContactHidden = false } = {},
): string[] {
  const isInvoiceShown = isInvoiceRequested(values, terms, reservation.orderSummary.free)
  return [
    ...(isContactHidden ? [] : PERSON_PARTS),
    ...ownerControls(reservation, values),
    ...(isInvoiceShown ? shownInvoiceFields(values, terms) : []),
    ...attendeeControls(reservation, values),
  ]
}

/** Of a pass: who it is for where that is another person, and the questions to its owner. */
function ownerControls({ subscriptionInfos }: Shown, { owner }: BookingValues): string[] {
  return (subscriptionInfos ?? []).flatMap(pass => [
    ...questionControls('owner', pass.fieldConfigurationBeforeStandard),
    ...(owner?.isSomebodyElse ? PERSON_PARTS.map(part => `owner.${part}`) : []),
    ...questionControls('owner', pass.fieldConfigurationAfterStandard),
  ])
}

/** Nothing is asked about a ticket whose holder is named later, and no name where that is the buyer. */
function attendeeControls(
  { ticketsByCategory, additionalServiceWithData }: Shown,
  { items, tickets: attendees }: BookingValues,
): string[] {
  const tickets = ticketsByCategory.flatMap(category => category.tickets)
  return tickets.flatMap(ticket => {
    const attendee = attendees[ticket.uuid]
    if (attendee?.isLater) return []
    const path = `tickets.${ticket.uuid}`
    const own = additionalServiceWithData.filter(({ itemId }) => items[itemKey(itemId)]?.ticket === ticket.uuid)
    return [
      ...questionControls(path, ticket.ticketFieldConfigurationBeforeStandard),
      ...(attendee?.isBuyer ? [] : [...PERSON_PARTS, 'userLanguage'].map(part => `${path}.${part}`)),
      ...questionControls(path, ticket.ticketFieldConfigurationAfterStandard),
      ...own.flatMap(({ itemId, ticketFieldConfiguration }) =>
        questionControls(`items.${itemKey(itemId)}`, ticketFieldConfiguration),
      ),
    ]
  })
}

/**
 * Each problem at the control that can mend it: what is wrong with a holder who is the buyer, or has the buyer's address,
 * is wrong with the contact. An address that is right for the contact alone is the ticket's own problem.
 */
export function placedProblems(problems: readonly WireProblem[], { tickets }: BookingValues): readonly WireProblem[] {
  const isEmailWrong = problems.some(({ field }) => field === 'email')
  return problems.map(problem => {
    const [, id = '', part = ''] = /^tickets\.([^.]+)\.(firstName|lastName|email)$/.exec(problem.field) ?? []
    const attendee = tickets[id]
    if (!attendee) return problem
    const isFollowing = part === 'email' && attendee.email.trim() === '' && isEmailWrong
    return attendee.isBuyer || isFollowing ? { ...problem, field: part } : problem
  })
}

function questionControls(path: string, questions: readonly AdditionalField[]): string[] {
  return questions.map(({ name }) => `${path}.additional.${name}`)
}

/** The ticket that a path of the form is about, its extras included. */
export function ticketOf(path: string, { items }: Pick<BookingValues, 'items'>): string | undefined {
  const [, kind, key = ''] = /^(tickets|items)\.([^.]+)\./.exec(path) ?? []
  if (kind === undefined) return undefined
  return kind === 'tickets' ? key : items[key]?.ticket
}

/** Does the page around the shop bring the contact details itself? */
export function hidesContact({ metadata }: Pick<ReservationInfo, 'metadata'>): boolean {
  return metadata.hideContactData && isEmbedded()
}

/** The organiser's question that a control is about; undefined for any other control. */
export function questionAt(path: string, reservation: ReservationInfo): AdditionalField | undefined {
  const name = /\.additional\.([^.]+)$/.exec(path)?.[1]
  return name === undefined ? undefined : questionsIn(reservation).find(question => question.name === name)
}

/** Its name identifies a question in the whole event, or pass. */
function questionsIn({
  ticketsByCategory,
  additionalServiceWithData,
  subscriptionInfos,
}: ReservationInfo): AdditionalField[] {
  return [
    ...ticketsByCategory.flatMap(({ tickets }) => tickets.flatMap(questionsOf)),
    ...additionalServiceWithData.flatMap(item => item.ticketFieldConfiguration),
    ...(subscriptionInfos ?? []).flatMap(pass => pass.additionalFields),
  ]
}
