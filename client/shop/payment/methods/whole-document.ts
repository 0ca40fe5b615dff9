import type { ReservationInfo } from '#contract/reservation.ts'
import { areFormsLetIn } from './forms.ts'

/**
 * Does the overview have to be loaded as a document of its own? Its policy lets in the forms of the ways to pay, and the
 * policy of a page is that of its document. A document that was loaded at `path` is never loaded again for it.
 */
export function wantsOwnDocument({ activePaymentMethods, orderSummary }: ReservationInfo, path: string): boolean {
  if (orderSummary.free || isLoadedAt(path)) return false
  return !areFormsLetIn(Object.values(activePaymentMethods).map(({ paymentProxy }) => paymentProxy))
}

function isLoadedAt(path: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && new URL(navigation.name).pathname === path
}
