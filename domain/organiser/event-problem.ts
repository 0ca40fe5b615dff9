import type { Problem } from '../problem.ts'

/** Why an event can't be stored. `field` of the problem is the path in the request, `args` are told with the code. */
export const EVENT_PROBLEM_CODES = [
  'title-missing',
  'title-too-long',
  'slug-malformed',
  'slug-taken',
  'slug-fixed',
  'format-unknown',
  'format-fixed',
  'description-missing',
  'language-unknown',
  'language-repeated',
  'location-missing',
  'coordinates-unreadable',
  'url-unreadable',
  'terms-url-unreadable',
  'website-url-unreadable',
  'image-url-unreadable',
  'image-unusable',
  'time-zone-unknown',
  'date-missing',
  'date-unreadable',
  'ends-before-start',
  'status-unknown',
  'tag-blank',
  'call-link-unreadable',
  'seats-missing',
  'seats-out-of-bounds',
  'currency-missing',
  'currency-unknown',
  'currency-fixed',
  'tax-unreadable',
  'payment-method-missing',
  'payment-method-unknown',
  'setting-refused',
  'categories-missing',
  'category-name-missing',
  'category-name-too-long',
  'category-name-repeated',
  'category-price-missing',
  'category-price-unreadable',
  'category-price-in-free-event',
  'category-price-fixed',
  'category-seats-unreadable',
  'category-sale-missing',
  'category-sale-order',
  'category-sale-after-event',
  'category-starts-after-event',
  'category-access-type-unknown',
  'category-access-type-missing',
  'category-access-type-unfit',
  'category-validity-order',
  'category-seats-sold',
  'seats-below-bounded',
  'pool-empty',
  'seats-sold',
  'seats-taken-meanwhile',
  'not-yet-sold',
] as const

export type EventProblemCode = (typeof EVENT_PROBLEM_CODES)[number]

export type EventProblem = Problem & { readonly code: EventProblemCode }

/** Collects all that is wrong, so that it can be told at once. */
export type Findings = {
  readonly problems: readonly EventProblem[]
  /** Answers undefined, so that a reader can return it in place of the value it couldn't read. */
  refuse(code: EventProblemCode, field: string, ...args: (string | number)[]): undefined
}

export function findings(): Findings {
  const problems: EventProblem[] = []
  return {
    problems,
    refuse(code, field, ...args) {
      problems.push(args.length === 0 ? { code, field } : { code, field, args })
      return undefined
    },
  }
}
