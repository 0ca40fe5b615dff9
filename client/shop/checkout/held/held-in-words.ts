import { counted } from '#domain/foundation/language/counted.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { OpenReservation } from '#contract/own.ts'

type Held = Pick<OpenReservation, 'of' | 'tickets'>

/** "3 × Student, 1 × Adult"; of a pass its name. */
export const heldInWords = ({ of, tickets }: Held, language: string): string =>
  of.type === 'subscription'
    ? inLanguage(of.title, language)
    : tickets.map(({ quantity, name }) => counted(quantity, name)).join(', ')
