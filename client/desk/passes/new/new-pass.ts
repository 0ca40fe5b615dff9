import type { AcceptingEvent } from '../../editor/accepting-events.tsx'
import { type KeptOffer, hasMembersOf } from '../../parts/new-offer.tsx'
import { numberIn } from '../../parts/number-in.ts'

export const TERM_TYPES = ['standard', 'custom', 'numEntries'] as const
export const TIME_UNITS = ['DAYS', 'MONTHS', 'YEARS'] as const

/** What is typed of a new pass. */
export type NewPass = {
  readonly organizationId: number
  readonly title: string
  readonly description: string
  readonly price: string
  readonly termType: (typeof TERM_TYPES)[number]
  readonly units: string
  readonly timeUnit: (typeof TIME_UNITS)[number]
  readonly validityFrom: string
  readonly validityTo: string
  readonly entries: string
  readonly available: string
  readonly terms: string
  readonly events: readonly AcceptingEvent[]
}

const EMPTY: NewPass = {
  organizationId: 0,
  title: '',
  description: '',
  price: '',
  termType: 'standard',
  units: '12',
  timeUnit: 'MONTHS',
  validityFrom: '',
  validityTo: '',
  entries: '10',
  available: '',
  terms: '',
  events: [],
}

export const KEPT: KeptOffer<NewPass> = {
  key: 'desk-new-pass',
  empty: EMPTY,
  isKept: (kept): kept is NewPass => hasMembersOf(EMPTY, kept) && Array.isArray(Reflect.get(kept, 'events')),
  inOrganization: organizationId => ({ organizationId, events: [] }),
}

/** The request: only what was typed, so that all else has its default. Texts are in the language of the desk. */
export function requestFor(typed: NewPass, language: string) {
  const { organizationId, termType, events } = typed
  const bodyOf = (text: string) => (text.trim() === '' ? [] : [{ lang: language, body: text.trim() }])
  const [price, available] = [numberIn(typed.price), numberIn(typed.available)]
  const terms = typed.terms.trim()
  return {
    organizationId,
    title: bodyOf(typed.title),
    description: bodyOf(typed.description),
    ...(price !== undefined && { price }),
    termType,
    term: termFor(typed),
    ...(available !== undefined && { maxAvailable: available }),
    ...(terms !== '' && { termsAndConditionsUrl: terms }),
    events: events.map(({ slug, categories }) => ({ slug, categories: [...categories] })),
  }
}

function termFor({ termType, units, timeUnit, validityFrom, validityTo, entries }: NewPass) {
  switch (termType) {
    case 'standard':
      return { units: numberIn(units) ?? null, timeUnit }
    case 'custom':
      return { validityFrom, validityTo }
    case 'numEntries':
      return { numEntries: numberIn(entries) ?? null }
    default:
      return termType satisfies never
  }
}
