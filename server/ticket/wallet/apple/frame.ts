import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Texts } from '#server/foundation/language/texts.ts'

/** The fields of every pass of Apple Wallet, whatever it is of. */
export type FrameFacts = {
  readonly serialNumber: string
  readonly typeIdentifier: string
  readonly teamIdentifier: string
  /** Of the labels. */
  readonly language: string
  readonly texts: Pick<Texts, 'text'>
  /** Where devices ask for news, and what they prove themselves with; none where they would not accept it. */
  readonly updates: { readonly url: string; readonly token: string } | undefined
}

/** The part of `pass.json` that tickets and bought passes have in common (lifecycle G). */
export function frameOf(facts: FrameFacts, context: PurchaseContext) {
  const { organization } = context
  const { updates } = facts
  return {
    formatVersion: 1,
    passTypeIdentifier: facts.typeIdentifier,
    teamIdentifier: facts.teamIdentifier,
    serialNumber: facts.serialNumber,
    organizationName: organization.name,
    groupingIdentifier: organization.email,
    description: displayName(context),
    foregroundColor: 'rgb(0, 0, 0)',
    labelColor: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    ...(updates && { webServiceURL: updates.url, authenticationToken: updates.token }),
  }
}

export const qrCode = (message: string, altText: string) => ({
  format: 'PKBarcodeFormatQR',
  message,
  messageEncoding: 'iso-8859-1',
  altText,
})

/** The telephone shows a message when the value changes; %@ is the value. */
export const CHANGES = { changeMessage: '%@' }
