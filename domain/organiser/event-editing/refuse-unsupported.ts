import type { Reading } from './reading.ts'

/** Names all that the request asks for and this version of the shop can't sell; nothing of it is dropped silently. */
export function refuseWhatIsNotYetSold({ request, findings }: Reading): void {
  const refuseUnlessEmpty = (field: string, value: object | null | undefined) => {
    if (!isEmpty(value)) findings.refuse('not-yet-sold', field, field)
  }
  refuseUnlessEmpty('extensionSettings', request.extensionSettings)
}

function isEmpty(value: object | null | undefined): boolean {
  if (value === null || value === undefined) return true
  return Array.isArray(value) && value.length === 0
}
