import { COMPANY_FIELD } from '#domain/catalog/fields/company-field.ts'
import type { DoorAnswer } from '#contract/door.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { OfTicket } from '#server/door/check-in/device.ts'
import { ofAttendee, presentExtras, readable } from '#server/door/check-in/present.ts'
import type { DoorTicket } from '#server/door/check-in/store.ts'
import { nameOf } from '../figures.ts'

/** Whose ticket it is, for who has shown its code or was found by name. */
export const holderOf = ({ firstName, lastName, categoryName }: DoorTicket): Pick<DoorAnswer, 'name' | 'category'> => ({
  name: nameOf(firstName, lastName),
  category: categoryName,
})

/** As in CHF 20.00. */
export const dueText = (due: Minor, { currency }: Pick<DoorTicket, 'currency'>): string =>
  `${currency} ${printed(due, currency)}`

/** What is handed out with a ticket, and the answers that the organiser wants to see at the door; a sentence each. */
export function notesOf({ extras, answers }: OfTicket, language: string | null): string[] {
  const handedOut = presentExtras({ extras, answers }, language).map(({ name, count }) =>
    count === 1 ? name : `${count} × ${name}`,
  )
  const shown = ofAttendee(answers)
    .filter(({ isShown }) => isShown)
    .map(answer => readable(answer, language))
    .filter(text => text !== '')
  return [...handedOut, ...shown]
}

/** What is on the label of a person beside the name: the code of the badge, which is no ticket's, and the company. */
export function labelOf(ticket: Pick<DoorTicket, 'uuid' | 'language'>, { answers }: OfTicket): DoorAnswer['label'] {
  const company = ofAttendee(answers).find(({ name }) => name === COMPANY_FIELD)
  return { code: ticket.uuid, company: company ? readable(company, ticket.language) || null : null }
}
