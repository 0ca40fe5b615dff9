import type { SaleExtra, SaleQuestions } from '#contract/sale-extras.ts'

/** What a person who sells tickets chooses with them, by the ids of extras. */
export type ChosenExtras = {
  readonly counts: Readonly<Record<number, number>>
  /** How much, where the buyer names it, as typed. */
  readonly amounts: Readonly<Record<number, string>>
}

export const NO_EXTRAS: ChosenExtras = { counts: {}, amounts: {} }

/** How many of an extra can be had with so many tickets. */
export function mostOf({ left, mostOfTicket, mostOfOrder }: SaleExtra, tickets: number): number {
  const ofTickets = mostOfTicket === null ? mostOfOrder : mostOfTicket * tickets
  return tickets === 0 ? 0 : Math.min(left ?? mostOfOrder, mostOfOrder, ofTickets)
}

type SentExtra = { readonly extraId: number; readonly quantity: number; readonly amount?: string }

/** The choice as the shop takes it: never more than can be had, so that fewer tickets lower it. */
export function extrasToSend(
  extras: readonly SaleExtra[],
  { counts, amounts }: ChosenExtras,
  tickets: number,
): SentExtra[] {
  return extras.flatMap((extra): SentExtra[] => {
    const { id: extraId, price } = extra
    const most = mostOf(extra, tickets)
    if (price !== null) {
      const quantity = Math.min(counts[extraId] ?? 0, most)
      return quantity > 0 ? [{ extraId, quantity }] : []
    }
    const amount = amounts[extraId]?.trim() ?? ''
    return amount === '' || most === 0 ? [] : [{ extraId, quantity: 1, amount }]
  })
}

/** One ticket, or one item of an extra, that is asked about. */
export type PartToAsk = Pick<SaleQuestions, 'about' | 'id' | 'title' | 'questions'> & {
  readonly place: number
  /** Before the name of a question it is the id of its control, and the field of its problem. */
  readonly key: string
}

type Chosen = {
  readonly lines: readonly { readonly categoryId: number; readonly quantity: number }[]
  readonly extras: readonly Pick<SentExtra, 'extraId' | 'quantity'>[]
}

/** What is asked about these tickets and extras, one after the other. */
export function partsToAsk(questions: readonly SaleQuestions[], chosen: Chosen): PartToAsk[] {
  return questions.flatMap(asked => {
    const { about, id, title, questions: own } = asked
    return Array.from({ length: countOf(asked, chosen) }, (_, place) => ({
      about,
      id,
      title,
      questions: own,
      place,
      key: `answers.${about}.${id}.${place}`,
    }))
  })
}

function countOf({ about, id, items }: SaleQuestions, { lines, extras }: Chosen): number {
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (items === 'EACH_TICKET') return tickets
  if (items === 'ONE') return Math.min(tickets, 1)
  return about === 'TICKET'
    ? (lines.find(({ categoryId }) => categoryId === id)?.quantity ?? 0)
    : (extras.find(({ extraId }) => extraId === id)?.quantity ?? 0)
}

/** What was answered, by the ids of the controls. */
export type TypedAnswers = Readonly<Record<string, readonly string[]>>

/** The answers as the shop takes them; parts without one are left out. */
export function answersToSend(parts: readonly PartToAsk[], typed: TypedAnswers) {
  return parts.flatMap(({ about, id, place, key, questions }) => {
    const entries = questions.flatMap(({ name }): [string, string[]][] => {
      const values = typed[`${key}.${name}`] ?? []
      return values.length > 0 ? [[name, [...values]]] : []
    })
    return entries.length > 0 ? [{ about, id, place, values: Object.fromEntries(entries) }] : []
  })
}
