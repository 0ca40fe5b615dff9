import type { PassValidity, Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import { type Members, collectMembers } from '#domain/organiser/event-editing/members.ts'
import { settingsOf, textsByLanguage } from '#domain/organiser/event-editing/write-event.ts'
import { writeQuestion } from '#domain/organiser/event-editing/write-parts.ts'
import { amount, bodies, localTime, localTimeOrNull } from '#domain/organiser/event-editing/writing.ts'
import type { PassDraft, PassRequest } from './pass-draft.ts'

const ANY_NUMBER = -1

/**
 * A pass as its organiser states it: the reverse of `decodePass`. Read again it is the same pass; what has no value is null
 * or an empty list. `texts` and `settings` of the draft are those that are stored.
 */
export function writePass(draft: PassDraft): PassRequest {
  const { timeZone, usage, validity, onSale, tax } = draft
  const isTaxed = tax.status !== 'NONE'
  return {
    usageType: usage.kind,
    ...writeTerm(validity, draft),
    title: bodies(draft.title),
    description: bodies(draft.description),
    shortDescription: bodies(draft.shortDescription),
    maxAvailable: draft.maxAvailable ?? ANY_NUMBER,
    onSaleFrom: localTime(onSale.start, timeZone),
    onSaleTo: localTimeOrNull(onSale.end, timeZone),
    price: amount(draft.price, draft.currency),
    taxPercentage: isTaxed ? Number(trimmedPercentage(tax.percentage)) : null,
    taxPolicy: tax.status,
    currencyCode: draft.currency,
    isPublic: draft.status === 'PUBLIC',
    termsAndConditionsUrl: draft.termsUrl,
    privacyPolicyUrl: draft.privacyUrl,
    websiteUrl: draft.websiteUrl,
    timezone: timeZone,
    supportsTicketsGeneration: draft.generatesTickets,
    paymentMethods: draft.paymentProxies,
    additionalInfo: draft.fields.map(writeQuestion({ categories: [] })),
    transferable: draft.isTransferable,
    withdrawal: writeWithdrawal(draft.withdrawal),
    tags: draft.tags,
    settings: settingsOf(draft.settings),
    i18nOverride: textsByLanguage(draft.texts),
  }
}

function writeTerm(
  validity: PassValidity,
  { usage, timeZone }: PassDraft,
): Pick<PassRequest, 'termType' | 'term' | 'maxEntries'> {
  const entries = usage.maxEntries ?? ANY_NUMBER
  switch (validity.kind) {
    case 'STANDARD':
      return {
        termType: 'standard',
        term: { timeUnit: validity.unit, units: validity.units },
        maxEntries: entries,
      }
    case 'CUSTOM':
      return {
        termType: 'custom',
        term: {
          validityFrom: localTimeOrNull(validity.from, timeZone),
          validityTo: localTimeOrNull(validity.to, timeZone),
        },
        maxEntries: entries,
      }
    default:
      return { termType: 'numEntries', term: { numEntries: entries }, maxEntries: null }
  }
}

const writeWithdrawal = (withdrawal: Withdrawal): PassRequest['withdrawal'] =>
  withdrawal.kind === 'possible'
    ? { days: withdrawal.days, afterUse: withdrawal.afterUse }
    : { reason: bodies(withdrawal.reason) }

/** The members of a pass one by one; its term is one member with its kind and its entries. */
export function membersOfPass({ termType, term, maxEntries, ...request }: PassRequest): Members {
  const members = new Map(collectMembers(request))
  if (termType !== undefined || term !== undefined) members.set('term', { termType, term })
  if (maxEntries !== undefined) members.set('maxEntries', maxEntries)
  return members
}

/** What `decodePass` reads: a change, and the pass that it changes. */
type PassChange = { readonly request: PassRequest; readonly stored: PassDraft }

/**
 * As `withCleared` of events: what is null or blank is taken away. Of a term of the same kind, and of the withdrawal, what is
 * left out stays.
 */
export function withClearedPass({ request, stored }: PassChange): PassChange {
  const isCleared = (value: unknown): boolean => value === null || value === ''
  const settings = Object.fromEntries(stored.settings.map(({ key }) => [key, null]))
  const lists = (['shortDescription', 'tags', 'additionalInfo'] as const).filter(name => request[name] === null)
  return {
    request: {
      ...request,
      ...completedTerm({ request, stored }),
      ...(request.withdrawal && { withdrawal: { ...writeWithdrawal(stored.withdrawal), ...request.withdrawal } }),
      ...Object.fromEntries(lists.map(name => [name, []])),
      ...(request.maxAvailable === null && { maxAvailable: ANY_NUMBER }),
      ...(request.maxEntries === null && request.termType !== 'numEntries' && { maxEntries: ANY_NUMBER }),
      ...(request.onSaleTo === null && { onSaleTo: '' }),
      ...(request.settings === null && { settings }),
    },
    stored: {
      ...stored,
      ...(isCleared(request.websiteUrl) && { websiteUrl: null }),
      ...(isCleared(request.termsAndConditionsUrl) && { termsUrl: null }),
      ...(isCleared(request.privacyPolicyUrl) && { privacyUrl: null }),
    },
  }
}

function completedTerm({ request, stored }: PassChange): Pick<PassRequest, 'termType' | 'term'> {
  if (request.termType === undefined && request.term === undefined) return {}
  const { termType, term } = writeTerm(stored.validity, stored)
  const isSame = (request.termType ?? termType) === termType
  return { termType: request.termType ?? termType, term: { ...(isSame && term), ...request.term } }
}
