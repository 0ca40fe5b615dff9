import { pathTo, signInForOrderPath, signInPath } from '#contract/paths.ts'

/** Where a browser goes, by a document of its own, to sign in and come back to `path`. */
export const signInAddress = (path: string): string => `${signInPath}?from=${encodeURIComponent(path)}`

export type Order = {
  readonly type: 'event' | 'subscription'
  readonly publicIdentifier: string
  readonly reservationId: string
}

/** The same, to come back to an order. */
export function signInForOrderAddress({ type, publicIdentifier, reservationId }: Order): string {
  return pathTo(signInForOrderPath, { purchaseContextType: type, publicIdentifier, reservationId })
}
