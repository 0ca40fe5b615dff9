import { type Reading, trimmed } from './read-parts.ts'

/** Names all that the request asks for and this version of the shop can't sell; nothing of it is dropped silently. */
export function refuseWhatIsNotYetSold({ request, findings }: Reading): void {
  const refuseUnlessEmpty = (field: string, value: object | null | undefined) => {
    if (!isEmpty(value)) findings.refuse('not-yet-sold', field, field.replace(/.*\./, ''))
  }
  refuseUnlessEmpty('additionalServices', request.additionalServices)
  refuseUnlessEmpty('additionalInfo', request.additionalInfo)
  refuseUnlessEmpty('extensionSettings', request.extensionSettings)
  refuseUnlessEmpty('tickets.promoCodes', request.tickets?.promoCodes)
  for (const [index, category] of (request.tickets?.categories ?? []).entries()) {
    const field = `tickets.categories[${index}]`
    refuseUnlessEmpty(`${field}.groupLink`, category.groupLink)
    if (category.accessRestricted) findings.refuse('not-yet-sold', `${field}.accessRestricted`, 'accessRestricted')
    if (trimmed(category.accessCode) !== null) findings.refuse('not-yet-sold', `${field}.accessCode`, 'accessCode')
  }
}

function isEmpty(value: object | null | undefined): boolean {
  if (value === null || value === undefined) return true
  return Array.isArray(value) && value.length === 0
}
