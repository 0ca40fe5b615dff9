import type { EventChoices } from '#contract/own.ts'

/** What the tab says of a list, which may be of one organiser: "Events · Alpine Systems · Foyer". */
export function listTitle(list: string | undefined, organizer: string | undefined): string {
  return [list, organizer, 'Foyer'].filter(part => part !== undefined).join(' · ')
}

/** Whose events a list is of, where its address names an organiser. */
export function organizerOf(slug: string | undefined, choices: EventChoices | undefined): string | undefined {
  return slug === undefined ? undefined : (choices?.organizerName ?? undefined)
}
