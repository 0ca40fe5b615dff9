import { randomInt } from 'node:crypto'

/**
 * How many tickets are left changes with every order, and a page shows it as it is: only below 100 does it change what
 * else is drawn (`FEW` in client/shop/catalog/event/tickets.tsx). So a page is drawn with placeholders for such counts, and the
 * counts are put in at the end.
 */
const SHOWN = /"(availableTickets|availableTicketsCount)":(\d{3,9})(?=[,}])/g

/** Fifteen digits, drawn by each process: no text of an organiser holds them. Each count has one of its own. */
const FIRST_PLACEHOLDER = 10 ** 14 + randomInt(10 ** 12) * 100

export type CountsAside = {
  /** The answers with placeholders. */
  readonly answers: readonly (string | undefined)[]
  readonly counts: readonly string[]
}

/** @param answers JSON texts, in which no text of a person can look like a member of the answer */
export function setCountsAside(answers: readonly (string | undefined)[]): CountsAside {
  const counts: string[] = []
  const placeholder = (_: string, member: string, count: string): string => {
    counts.push(count)
    return `"${member}":${FIRST_PLACEHOLDER + counts.length - 1}`
  }
  return { answers: answers.map(answer => answer?.replace(SHOWN, placeholder)), counts }
}

/** The text with the counts in the place of their placeholders. */
export const putCountsIn = (text: string, counts: readonly string[]): string =>
  counts.reduce((before, count, index) => before.replaceAll(String(FIRST_PLACEHOLDER + index), count), text)
