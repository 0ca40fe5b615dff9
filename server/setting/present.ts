import type {
  AnalyticsConfiguration,
  AssignmentConfiguration,
  CaptchaConfiguration,
  EmbeddingConfiguration,
  InvoicingConfiguration,
  OfflinePaymentConfiguration,
} from '#contract/configuration.ts'
import type { Settings } from './settings.ts'

/** The settings as clients get them, parts of info and of an event. */

/** Invoices are not made yet, so that none can be asked for, whatever is configured. */
export function presentInvoicing(settings: Settings): InvoicingConfiguration {
  return {
    userCanDownloadReceiptOrInvoice: false,
    euVatCheckingEnabled: false,
    invoiceAllowed: false,
    onlyInvoice: false,
    customerReferenceEnabled: settings.flag('ENABLE_CUSTOMER_REFERENCE'),
    enabledItalyEInvoicing: false,
    vatNumberStrictlyRequired: settings.flag('VAT_NUMBER_IS_REQUIRED'),
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

/** No robot check is built in yet. */
export function presentCaptcha(): CaptchaConfiguration {
  return { captchaForTicketSelection: false, captchaForOfflinePaymentAndFree: false, recaptchaApiKey: null }
}

/** No visitor is counted yet. */
export function presentAnalytics(): AnalyticsConfiguration {
  return { googleAnalyticsKey: null, googleAnalyticsScrambledInfo: true, clientId: null }
}
