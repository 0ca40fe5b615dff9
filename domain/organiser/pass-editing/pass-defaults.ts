import { type Proposals, type Proposed, type TakenDefault, localNow } from '#domain/organiser/event-editing/defaults.ts'
import { trimmed } from '#domain/organiser/event-editing/reading.ts'
import type { PassRequest } from './pass-draft.ts'

/** What is proposed for a new pass of an organisation; null: it has no terms that the pass could share. */
export type PassProposals = Omit<Proposals, 'language'> & { readonly terms: Proposed<string> | null }

/**
 * Completes the request for a new pass: a title, a description, a price and a term are enough where the organisation has
 * terms already. It is on sale from now on, good once per event, and untaxed.
 */
export function withPassDefaults(
  request: PassRequest,
  { now, timeZone, currency, paymentMethods, terms }: PassProposals,
): { readonly request: PassRequest; readonly defaults: readonly TakenDefault[] } {
  const defaults: TakenDefault[] = []
  const take = <Value>(member: string, { value, from }: Proposed<Value>): Value => {
    defaults.push({ member, value: Array.isArray(value) ? value.join(', ') : String(value), from })
    return value
  }
  const timezone = trimmed(request.timezone) ?? take('timezone', timeZone)
  const begin = trimmed(request.onSaleFrom) ?? localNow(now, timezone)
  if (trimmed(request.onSaleFrom) === null && begin !== null) take('onSaleFrom', { value: begin, from: 'FOYER' })
  return {
    request: {
      ...request,
      timezone,
      onSaleFrom: begin,
      usageType: request.usageType ?? take('usageType', { value: 'ONCE_PER_EVENT', from: 'FOYER' }),
      taxPolicy: trimmed(request.taxPolicy) ?? take('taxPolicy', { value: 'NONE', from: 'FOYER' }),
      currencyCode: trimmed(request.currencyCode) ?? take('currencyCode', currency),
      paymentMethods: request.paymentMethods ?? take('paymentMethods', paymentMethods),
      termsAndConditionsUrl:
        trimmed(request.termsAndConditionsUrl) ?? (terms === null ? null : take('termsAndConditionsUrl', terms)),
    },
    defaults,
  }
}
