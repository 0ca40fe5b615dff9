import type { Config } from '#server/foundation/config/config.ts'

type Naming = { readonly config: Pick<Config, 'mode' | 'baseUrl'>; readonly issuerId: string }

/** What Google calls the class of a category; no other shop of the same issuer has the name (lifecycle G). */
export function classId(naming: Naming, { shortName, categoryId }: { shortName: string; categoryId: number }): string {
  return `${prefix(naming)}-class.${shortName}-${categoryId}`
}

/** The same for a pass on sale. */
export const passClassId = (naming: Naming, { publicId }: { publicId: string }): string =>
  `${prefix(naming)}-class.pass-${publicId}`

/** The same for a bought pass. */
export const passObjectId = (
  naming: Naming,
  { publicId, holderNumber }: { publicId: string; holderNumber: number },
): string => `${prefix(naming)}-object.pass-${publicId}_${holderNumber}`

/** What Google calls a ticket as one holder has it. */
export function objectId(
  naming: Naming,
  { shortName, publicId, holderNumber }: { shortName: string; publicId: string; holderNumber: number },
): string {
  return `${prefix(naming)}-object.${shortName}-${publicId}_${holderNumber}`
}

/** Names may hold letters, digits, dots, dashes and underscores; the host's dots and its port become dashes. */
function prefix({ config: { mode, baseUrl }, issuerId }: Naming): string {
  const environment = mode === 'production' ? 'prod' : 'dev'
  return `${issuerId}.${environment}-${new URL(baseUrl).host.replace(/[^\w]/g, '-')}`
}
