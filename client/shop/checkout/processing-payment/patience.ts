import { POLLS_BEFORE_WARNING, POLLS_PER_FORCED_CHECK } from '#contract/limits.ts'

/** What the processing page says after so many looks at the status: wait, offer to ask the provider, warn. */
export type Patience = { readonly offersForceCheck: boolean; readonly warns: boolean }

/**
 * From the tenth look on the buyer may have the provider asked now; a check hides the offer until the next tenth. After
 * 120 looks a warning says that it takes unusually long (specification, booking 9).
 */
export function patienceAfter(looks: number, looksAtLastCheck: number): Patience {
  const nextOffer =
    Math.floor(looksAtLastCheck / POLLS_PER_FORCED_CHECK) * POLLS_PER_FORCED_CHECK + POLLS_PER_FORCED_CHECK
  return { offersForceCheck: looks >= nextOffer, warns: looks > POLLS_BEFORE_WARNING }
}
