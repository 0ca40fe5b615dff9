import type { ReservationInfo } from '#contract/reservation.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { questionsOf } from '../../ticket/attendee/answer-values.ts'

/** The organiser's question that a control is about; undefined for any other control. */
export function questionAt(path: string, reservation: ReservationInfo): AdditionalField | undefined {
  const name = /\.additional\.([^.]+)$/.exec(path)?.[1]
  return name === undefined ? undefined : questionsIn(reservation).find(asked => asked.name === name)
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
