import { counted } from '#domain/language/counted.ts'
import type { OpenReservation } from '#contract/own.ts'

/** "3 × Student, 1 × Adult" */
export const heldInWords = ({ tickets }: Pick<OpenReservation, 'tickets'>): string =>
  tickets.map(({ quantity, name }) => counted(quantity, name)).join(', ')
