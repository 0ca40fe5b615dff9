import { Type, type Static } from 'typebox'
import { Nullable, OneOf } from './schema.ts'

/** What the browser must know of the organiser's settings; parts of info and of an event. */

export const AnalyticsConfiguration = Type.Object({
  googleAnalyticsKey: Nullable(Type.String()),
  googleAnalyticsScrambledInfo: Type.Boolean(),
  clientId: Nullable(Type.String()),
})
export type AnalyticsConfiguration = Static<typeof AnalyticsConfiguration>

export const InvoicingConfiguration = Type.Object({
  userCanDownloadReceiptOrInvoice: Type.Boolean(),
  euVatCheckingEnabled: Type.Boolean(),
  invoiceAllowed: Type.Boolean(),
  onlyInvoice: Type.Boolean(),
  customerReferenceEnabled: Type.Boolean(),
  enabledItalyEInvoicing: Type.Boolean(),
  vatNumberStrictlyRequired: Type.Boolean(),
})
export type InvoicingConfiguration = Static<typeof InvoicingConfiguration>

export const CaptchaConfiguration = Type.Object({
  captchaForTicketSelection: Type.Boolean(),
  captchaForOfflinePaymentAndFree: Type.Boolean(),
  recaptchaApiKey: Nullable(Type.String()),
})
export type CaptchaConfiguration = Static<typeof CaptchaConfiguration>

export const AssignmentConfiguration = Type.Object({
  forceAssignment: Type.Boolean(),
  enableAttendeeAutocomplete: Type.Boolean(),
  enableTicketTransfer: Type.Boolean(),
})
export type AssignmentConfiguration = Static<typeof AssignmentConfiguration>

export const PromotionsConfiguration = Type.Object({
  hasAccessPromotions: Type.Boolean({ description: 'Show the code box' }),
  usePartnerCode: Type.Boolean(),
})
export type PromotionsConfiguration = Static<typeof PromotionsConfiguration>

export const OfflinePaymentConfiguration = Type.Object({ showOnlyBasicInstructions: Type.Boolean() })
export type OfflinePaymentConfiguration = Static<typeof OfflinePaymentConfiguration>

export const EmbeddingConfiguration = Type.Object({
  enabled: Type.Boolean(),
  notificationOrigin: Type.String({ description: 'Empty when unset' }),
})
export type EmbeddingConfiguration = Static<typeof EmbeddingConfiguration>

export const WalletConfiguration = Type.Object({ gWalletEnabled: Type.Boolean(), passEnabled: Type.Boolean() })
export type WalletConfiguration = Static<typeof WalletConfiguration>

export const ChallengeConfiguration = Type.Object({
  apiKey: Nullable(Type.String()),
  enabled: Type.Boolean(),
  providerId: Nullable(OneOf(['altcha', 'turnstile', 'recaptcha'])),
})
export type ChallengeConfiguration = Static<typeof ChallengeConfiguration>

/** A robot check of an external service: the address of its script, and our key for it. */
export const RobotCheckWidget = Type.Object({ script: Type.String(), siteKey: Type.String() })
export type RobotCheckWidget = Static<typeof RobotCheckWidget>

export const RobotCheckWidgets = Type.Object(
  { turnstile: Nullable(RobotCheckWidget), recaptcha: Nullable(RobotCheckWidget) },
  { description: 'Those that pages of this shop may show' },
)
export type RobotCheckWidgets = Static<typeof RobotCheckWidgets>
