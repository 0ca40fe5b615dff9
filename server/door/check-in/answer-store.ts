import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { valuesFrom } from '#server/catalog/fields/fields.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

/** The answer of an attendee to a field of the event. */
export type TicketAnswer = {
  readonly ticketId: bigint
  /** Null: about the attendee; else about an extra that goes with the ticket. */
  readonly serviceId: number | null
  readonly fieldId: number
  readonly name: string
  readonly label: LocalizedTexts
  readonly options: readonly { readonly value: string; readonly labels: LocalizedTexts }[]
  readonly isShown: boolean
  readonly values: readonly string[]
}

const ANSWERS = statement<Omit<TicketAnswer, 'values'> & { value: string }>(
  'check-in-answers',
  `select coalesce(field_value.ticket_id, item.ticket_id) as "ticketId", item.service_id as "serviceId", field.id as "fieldId", field.name,
     field.label, field.options, shown_at_check_in as "isShown", value
   from field_value join additional_field as field on field.id = field_id
     left join additional_service_item as item on item.id = item_id
   where field_value.ticket_id = any ($1) or item.ticket_id = any ($1)
   order by 1, field.ordinal, field.id, item.id`,
)

/** All that was answered about these tickets and their extras, in the organiser's order of the fields. */
export async function answersOf(on: Queryable, ticketIds: readonly bigint[]): Promise<TicketAnswer[]> {
  if (ticketIds.length === 0) return []
  const rows = await on.query(ANSWERS, [ticketIds])
  return rows.map(({ value, ...row }) => ({ ...row, values: valuesFrom(value) }))
}
