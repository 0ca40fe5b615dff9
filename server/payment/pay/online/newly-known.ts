import { isDeepStrictEqual } from 'node:util'
import type { CallOutcome } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'

/**
 * What is known of a payment after an outcome. Its provider was asked with what was known then (`seen`), and meanwhile something may
 * have been added, such as that the buyer has agreed: that stays, unless the provider has said otherwise.
 */
export function newlyKnown(known: ProviderData, seen: ProviderData, told: ProviderData): ProviderData {
  if (isDeepStrictEqual(known, seen)) return told
  const news = Object.entries(told).filter(([name, value]) => seen[name] !== value)
  return { ...known, ...Object.fromEntries(news) }
}

/** The same for what an outcome reports; most report everything. */
export function withKnown(outcome: CallOutcome, known: ProviderData, seen: ProviderData): CallOutcome {
  if (!('data' in outcome) || outcome.data === undefined) return outcome
  return { ...outcome, data: newlyKnown(known, seen, outcome.data) }
}
