import type {
  AnalyticsConfiguration,
  AssignmentConfiguration,
  CaptchaConfiguration,
  EmbeddingConfiguration,
  InvoicingConfiguration,
  OfflinePaymentConfiguration,
} from '#contract/configuration.ts'
import { isReverseChargeConfigured } from '#domain/order/reservation/vat-exemption.ts'
import { captchaKey } from '#server/foundation/challenge/captcha.ts'
import { invoiceTerms, vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'

/** The settings as clients get them, parts of info and of an event. */

/** Italian e-invoices reach the buyer another way than by download (lifecycle K). */
export function presentInvoicing(settings: Settings): InvoicingConfiguration {
  const { isAllowed, isForEverybody, isItalian, isVatNumberRequired } = invoiceTerms(settings)
  return {
    userCanDownloadReceiptOrInvoice: !isItalian,
    euVatCheckingEnabled: isReverseChargeConfigured(vatTerms(settings)),
    invoiceAllowed: isAllowed,
    onlyInvoice: isForEverybody,
    customerReferenceEnabled: settings.flag('ENABLE_CUSTOMER_REFERENCE'),
    enabledItalyEInvoicing: isItalian,
    vatNumberStrictlyRequired: isVatNumberRequired,
  }
}

export function presentAssignment(settings: Settings): AssignmentConfiguration {
  return {
    forceAssignment: settings.flag('FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION'),
    enableAttendeeAutocomplete: settings.flag('ENABLE_ATTENDEE_AUTOCOMPLETE'),
    enableTicketTransfer: settings.flag('ENABLE_TICKET_TRANSFER'),
  }
}

export function presentOfflinePayment(settings: Settings): OfflinePaymentConfiguration {
  return { showOnlyBasicInstructions: settings.flag('SHOW_ONLY_BASIC_INSTRUCTIONS') }
}

export function presentEmbedding(settings: Settings): EmbeddingConfiguration {
  const notificationOrigin = settings.text('EMBED_POST_MESSAGE_ORIGIN') ?? ''
  return { enabled: notificationOrigin !== '', notificationOrigin }
}

/** The key is only for the choice of tickets (shop contract, CaptchaConfiguration); info sends it to our own pages. */
export function presentCaptcha(settings: Settings): CaptchaConfiguration {
  const selectionKey = captchaKey(settings, 'ENABLE_CAPTCHA_FOR_TICKET_SELECTION')
  return {
    captchaForTicketSelection: selectionKey !== null,
    captchaForOfflinePaymentAndFree: captchaKey(settings, 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS') !== null,
    recaptchaApiKey: selectionKey,
  }
}

/**
 * How visits are counted. The same for all visitors: what one visitor is counted by is added when it is sent
 * (server/foundation/http/visitor.ts).
 */
export function presentAnalytics(settings: Settings): AnalyticsConfiguration {
  return {
    googleAnalyticsKey: settings.text('GOOGLE_ANALYTICS_KEY'),
    googleAnalyticsScrambledInfo: settings.flag('GOOGLE_ANALYTICS_ANONYMOUS_MODE'),
    clientId: null,
  }
}

/**
 * The organiser's style sheet as a style element can hold it: whatever could end it or begin a comment of
 * HTML is written with an escape, which means the same in a string of CSS and has no meaning elsewhere.
 */
export function presentCustomCss(settings: Settings): string | null {
  return settings.text('EVENT_CUSTOM_CSS')?.replace(/<(?=[/!]|style)/gi, '\\3c ') ?? null
}
