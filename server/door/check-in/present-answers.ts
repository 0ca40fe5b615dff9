import type { ScannedExtra, ShownField } from '#contract/check-in.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { TicketAnswer } from './answer-store.ts'
import type { TicketExtra } from './store.ts'

/** What people have answered, in the words of the ticket's language. */

export const ofAttendee = (answers: readonly TicketAnswer[]): readonly TicketAnswer[] =>
  answers.filter(({ serviceId }) => serviceId === null)

export const labelOf = ({ label, name }: TicketAnswer, language: string | null): string =>
  inLanguage(label, language ?? '') || name

/** Options by what they are called. */
export function readable({ values, options }: TicketAnswer, language: string | null): string {
  const called = values.map(value => {
    const option = options.find(one => one.value === value)
    return (option && inLanguage(option.labels, language ?? '')) || value
  })
  return called.join(', ')
}

export function valuesByName(answers: readonly TicketAnswer[]): Record<string, string[]> {
  return Object.fromEntries(ofAttendee(answers).map(({ name, values }) => [name, [...values]]))
}

/** What the organiser wants to see at the door. The label is ours beside the members that scanning apps know. */
export function presentShown(answers: readonly TicketAnswer[], language: string | null): ShownField[] {
  return ofAttendee(answers)
    .filter(({ isShown }) => isShown)
    .map(answer => ({
      ...presentAnswer(answer, language),
      description: null,
      context: 'ATTENDEE',
      fieldConfigurationId: answer.fieldId,
      ticketId: Number(answer.ticketId),
      subscriptionId: null,
      additionalServiceItemId: null,
    }))
}

export function presentExtras(
  { extras, answers }: { readonly extras: readonly TicketExtra[]; readonly answers: readonly TicketAnswer[] },
  language: string | null,
): ScannedExtra[] {
  return extras.map(({ ticketId, serviceId, title, count }) => ({
    name: inLanguage(title, language ?? ''),
    count,
    fields: answers
      .filter(answer => answer.ticketId === ticketId && answer.serviceId === serviceId)
      .map(answer => presentAnswer(answer, language)),
  }))
}

const presentAnswer = (answer: TicketAnswer, language: string | null) => ({
  name: answer.name,
  label: labelOf(answer, language),
  value: readable(answer, language),
})
