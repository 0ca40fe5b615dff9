import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ShowForm } from './payment-form.ts'
import type { ReservationInfo } from '#contract/reservation.ts'

/** The providers that have a form of their own on the overview; every other one has pages of its own, or needs none. */
const FORMS: Partial<Record<PaymentProxy, () => Promise<ShowForm>>> = {
  STRIPE: async () => (await import('./stripe/stripe-form.ts')).showStripeForm,
}

export const hasForm = (proxy: PaymentProxy): boolean => FORMS[proxy] !== undefined

/** Fetched when it is wanted, and not before; rejects when it can't be had. */
export async function loadForm(proxy: PaymentProxy): Promise<ShowForm> {
  const load = FORMS[proxy]
  if (!load) throw new Error(`${proxy} has no form of its own`)
  return load()
}

/**
 * Does the policy of this document let in all forms that are wanted? It is that of the page which was loaded first: a step
 * that was reached without loading has the policy of an earlier one.
 */
function areFormsLetIn(proxies: readonly PaymentProxy[]): boolean {
  const letIn = document.querySelector<HTMLMetaElement>('meta[name="payment-forms"]')?.content.split(' ') ?? []
  return proxies.filter(hasForm).every(proxy => letIn.includes(proxy))
}

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
