import type { AdditionalField, FieldDescription } from '#contract/ticket.ts'

/** In the language of the page; the server names every language it speaks. */
export function descriptionOf({ name, description }: AdditionalField, language: string): FieldDescription {
  return description[language] ?? { label: name, placeholder: null, restrictedValuesDescription: {} }
}

const DAY_MS = 86_400_000

/** The day before a moment, as in 2027-05-14: no attendee was born later (specification, booking 5 and 9). */
export function dayBefore(moment: number, timeZone: string): string {
  // Swedish writes dates the way date fields want them.
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format(moment)
  return new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
}
