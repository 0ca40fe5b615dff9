/** What the processing page says after so many looks at the status: wait, offer to ask the provider, warn. */
export type Patience = { readonly offersForceCheck: boolean; readonly warns: boolean }

export const POLL_MILLISECONDS = 2_000
const LOOKS_BEFORE_OFFER = 10
const LOOKS_BEFORE_WARNING = 120

/**
 * From the tenth look on the buyer may have the provider asked now; a check hides the offer until the next tenth. After
 * 120 looks a warning says that it takes unusually long (specification, booking 9).
 */
export function patienceAfter(looks: number, looksAtLastCheck: number): Patience {
  const nextOffer = Math.floor(looksAtLastCheck / LOOKS_BEFORE_OFFER) * LOOKS_BEFORE_OFFER + LOOKS_BEFORE_OFFER
  return { offersForceCheck: looks >= nextOffer, warns: looks > LOOKS_BEFORE_WARNING }
}
