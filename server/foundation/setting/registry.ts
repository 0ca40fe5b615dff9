import { MAIL_ADDRESS } from '#domain/foundation/text/mail-address.ts'
import { NUMBER_PATTERN } from '#domain/order/invoice/billing-document.ts'
import { MAP_TEMPLATE } from '#domain/catalog/catalog/event.ts'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { PROVIDER_SETTINGS } from '#server/providers/registry/modules.ts'
import {
  CONTEXT,
  ORGANIZATION,
  SETTING_LEVELS as CATEGORY,
  SYSTEM,
  type KeysOfType,
  type SettingDefinition,
  asking,
  flag,
  list,
  number,
  secret,
  text,
} from '#domain/foundation/setting/definition.ts'

/** Who states a setting. */
export type SettingOwner =
  | { readonly level: 'system' }
  | { readonly level: 'organization'; readonly organizationId: number }
  | { readonly level: 'context'; readonly contextId: number }
  | { readonly level: 'category'; readonly categoryId: number }

/** A name of a machine, or its address. */
const HOST_NAME = /^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$/i

/** As the upload of a picture answers it. */
const FILE_ID = /^[0-9a-f]{64}$/

/** Terms and privacy policy: an address, or the path of a version that the shop keeps (decision 135). */
const ADDRESS_OF_LEGAL_TEXT = /^(https?:\/\/|\/legal\/[0-9a-f-]{36}$)/

/** Every setting an organiser or the operator of the shop may state (domain rules 11; lifecycle B.6, D, I). */
export const SETTINGS = {
  // Reserving
  RESERVATION_TIMEOUT: number(25, 1, 1440, CONTEXT, 'Minutes a buyer has to finish a reservation.'),
  RESERVATION_EXTENSION_MINUTES: number(10, 1, 120, CONTEXT, 'Minutes a buyer gets who asks for more time.'),
  RESERVATION_MAX_EXTENSIONS: number(2, 0, 10, CONTEXT, 'How often a buyer may ask for more time.'),
  RESERVATION_MIN_TIMEOUT_AFTER_FAILED_PAYMENT: number(10, 1, 120, CONTEXT, 'Minutes left after a failed payment.'),
  MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: number(5, 1, 1000, CATEGORY, 'Most tickets of one category in a reservation.'),
  PARTIAL_RESERVATION_ID_LENGTH: number(8, 4, 36, SYSTEM, 'Characters of the short order number.'),
  SPECIAL_PRICE_CODE_LENGTH: number(6, 6, 32, CONTEXT, 'Characters of a generated single-use code.'),
  ENABLE_CAPTCHA_FOR_TICKET_SELECTION: asking(flag(false, CONTEXT, 'Ask for a robot check when tickets are chosen.')),
  ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS: asking(
    flag(false, CONTEXT, 'Ask for a robot check before an order without online payment.'),
  ),

  // Robot check
  ROBOT_CHECK: text(
    SYSTEM,
    'The check before every reservation: altcha (our own, asks nobody else), turnstile, recaptcha, or off.',
    /^(altcha|turnstile|recaptcha|off)$/,
  ),
  ROBOT_CHECK_EFFORT: number(200, 1, 20_000, SYSTEM, 'How much altcha makes a browser work; 200 is below a second.'),
  CF_TURNSTILE_ENABLED: flag(false, SYSTEM, 'Turnstile is the robot check where ROBOT_CHECK names none.'),
  CF_TURNSTILE_SITE_KEY: text(SYSTEM, 'Site key of Turnstile.'),
  CF_TURNSTILE_SECRET_KEY: secret(SYSTEM, 'Secret of Turnstile.'),
  CF_TURNSTILE_PRE_CLEARANCE: flag(false, SYSTEM, 'Let pass whom the proxy of Cloudflare in front has checked.'),
  RECAPTCHA_API_KEY: text(SYSTEM, 'Site key of reCAPTCHA v2.'),
  RECAPTCHA_SECRET: secret(SYSTEM, 'Secret of reCAPTCHA v2.'),

  // Sign-in of buyers
  OPENID_PUBLIC_ENABLED: flag(
    false,
    SYSTEM,
    'Let buyers sign in with the provider that OPENID_CONFIGURATION_JSON names.',
  ),
  OPENID_CONFIGURATION_JSON: secret(
    SYSTEM,
    'The provider of sign-in as JSON: issuer, clientId and clientSecret, or its addresses (docs/operating/sign-in.md).',
  ),

  // Sign-in of members at the desk
  DESK_OPENID_CONFIGURATION_JSON: secret(
    ORGANIZATION,
    'The provider by which members sign in at the desk, as JSON: issuer, clientId, clientSecret, domains, role (docs/operating/sign-in.md).',
  ),

  // Event page
  DISPLAY_TICKETS_LEFT_INDICATOR: flag(false, CONTEXT, 'Show how many tickets are left.'),
  DISPLAY_EXPIRED_CATEGORIES: flag(true, CONTEXT, 'List categories whose sale has ended.'),
  DISPLAY_DISCOUNT_CODE_BOX: flag(true, CONTEXT, 'Offer a field for codes.'),
  USE_PARTNER_CODE_INSTEAD_OF_PROMOTIONAL: flag(false, CONTEXT, 'Call a code a partner code.'),
  MAP_IMAGE_URL: {
    ...secret(
      SYSTEM,
      'Address that draws the map of a place, with {latitude} and {longitude} in it (docs/operating/maps.md).',
    ),
    pattern: MAP_TEMPLATE,
  },
  EVENT_CUSTOM_CSS: text(CONTEXT, 'Style sheet added to the pages of the event.'),
  SHOP_NAME: text(
    SYSTEM,
    'Name of the shop, on its pages, in their titles, on documents and as the sender of its own mails.',
    /^.{1,60}$/,
  ),
  SHOP_LOGO: text(
    SYSTEM,
    'Picture beside the name of the shop, in mails, and on documents without another: the id of an uploaded file.',
    FILE_ID,
  ),
  SHOP_COVER: text(SYSTEM, 'Picture on the home page and in previews of lists: the id of an uploaded file.', FILE_ID),
  SHOP_ACCENT: text(
    SYSTEM,
    'Colour of links and buttons, as in #a8321a; pages, mails and documents use the nearest shade that can be read.',
    /^#[0-9a-f]{6}$/i,
  ),
  ORGANIZER_ABOUT: text(ORGANIZATION, 'Markdown on the page of the organiser.'),
  ORGANIZER_WEBSITE: text(ORGANIZATION, 'Address of the website of the organiser.', /^https?:\/\//),
  ORGANIZER_PICTURE: text(ORGANIZATION, 'Picture on the page of the organiser: the id of an uploaded file.', FILE_ID),
  EMBED_ALLOWED_ORIGINS: {
    ...list(SYSTEM, 'Sites that may show the shop in a frame.'),
    pattern: /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i,
  },
  EMBED_POST_MESSAGE_ORIGIN: text(CONTEXT, 'Site that is told what happens in an embedded shop.', /^https?:\/\/[^/]+$/),
  GOOGLE_ANALYTICS_KEY: text(
    SYSTEM,
    'Google Analytics measurement id; visits are counted there.',
    /^[A-Z0-9-]{4,40}$/i,
  ),
  GOOGLE_ANALYTICS_ANONYMOUS_MODE: flag(true, SYSTEM, 'Count visits without recognising visitors.'),
  ANNOUNCEMENT_BANNER_CONTENT: text(SYSTEM, 'Markdown shown on top of every page.'),
  GLOBAL_TERMS: text(
    ORGANIZATION,
    'Address of the terms for events and passes without their own; a path of the shop for a version that the shop keeps.',
    ADDRESS_OF_LEGAL_TEXT,
  ),
  GLOBAL_PRIVACY_POLICY: text(
    ORGANIZATION,
    'Address of the privacy policy; a path of the shop for a version that the shop keeps.',
    ADDRESS_OF_LEGAL_TEXT,
  ),

  // Waiting list
  ENABLE_WAITING_QUEUE: asking(flag(false, CONTEXT, 'Keep a waiting list once the event is sold out.')),
  ENABLE_PRE_REGISTRATION: asking(flag(false, CONTEXT, 'Keep a waiting list before sales begin.')),
  ENABLE_WAITING_QUEUE_NOTIFICATION: flag(false, CONTEXT, 'Mail the organiser when somebody joins the waiting list.'),
  WAITING_QUEUE_RESERVATION_TIMEOUT: number(4, 1, 168, CONTEXT, 'Hours an offer to somebody waiting lasts.'),
  STOP_WAITING_QUEUE_SUBSCRIPTIONS: asking(flag(false, CONTEXT, 'Close the waiting list.')),

  // Attendees and tickets
  ALLOW_FREE_TICKETS_CANCELLATION: flag(false, CATEGORY, 'Holders may release a free ticket.'),
  FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: asking(
    flag(false, CONTEXT, 'Attendee data must be given when booking.'),
  ),
  ENABLE_ATTENDEE_AUTOCOMPLETE: flag(
    true,
    CONTEXT,
    'The buyer is the holder of the first ticket until another person is named.',
  ),
  ENABLE_TICKET_TRANSFER: asking(flag(true, CONTEXT, 'Holders may pass a ticket on.')),
  PASSED_ON_TICKETS_STAY_WITH_BUYER: flag(
    false,
    CATEGORY,
    'Leave code, PDF, wallet and mail of a ticket that was passed on with the buyer of its order as well.',
  ),
  SEND_TICKETS_AUTOMATICALLY: flag(true, CATEGORY, 'Mail each holder the ticket.'),
  ALLOW_TICKET_DOWNLOAD: flag(true, CATEGORY, 'Offer the ticket as a PDF.'),
  SEND_RESERVATION_EMAIL_IF_NECESSARY: flag(
    true,
    CONTEXT,
    'Leave out the order mail where the ticket mail says it all.',
  ),
  ASSIGNMENT_REMINDER_START: number(
    10,
    1,
    365,
    CONTEXT,
    'Days before the event when reminders to name attendees begin.',
  ),
  ASSIGNMENT_REMINDER_INTERVAL: number(3, 1, 365, CONTEXT, 'Days between these reminders.'),
  PASS_REMINDER_DAYS: number(14, 0, 365, CONTEXT, 'Remind owners of a pass so many days before its end; 0: never.'),
  OPTIONAL_DATA_REMINDER_ENABLED: flag(
    false,
    CONTEXT,
    'From the same day on, ask holders once who have answered none of the questions they may leave open, or lack another.',
  ),
  GENERATE_TICKETS_FOR_SUBSCRIPTIONS: flag(false, CONTEXT, 'Order tickets for owners of passes that say so.'),

  // Wallets
  ENABLE_WALLET: flag(false, CONTEXT, 'Offer tickets and passes for Google Wallet.'),
  WALLET_ISSUER_IDENTIFIER: text(CONTEXT, 'Issuer id of Google Wallet.', /^\d{1,30}$/),
  WALLET_SERVICE_ACCOUNT_KEY: secret(CONTEXT, 'Key of a Google service account that may issue, as its JSON file.'),
  WALLET_OVERWRITE_PREVIOUS_CLASSES_AND_EVENTS: flag(
    false,
    CONTEXT,
    'Write anew what Google already has each time a ticket is added.',
  ),
  ENABLE_PASS: flag(false, CONTEXT, 'Offer tickets and passes for Apple Wallet.'),
  PASSBOOK_TYPE_IDENTIFIER: text(CONTEXT, 'Pass type identifier of Apple Wallet.', /^pass\.[A-Za-z0-9.-]{1,120}$/),
  PASSBOOK_TEAM_IDENTIFIER: text(CONTEXT, 'Team identifier of the Apple developer account.', /^[A-Z0-9]{10}$/),
  PASSBOOK_KEYSTORE: secret(CONTEXT, 'PKCS#12 file, in Base64, with the key and the certificate of the pass type.'),
  PASSBOOK_KEYSTORE_PASSWORD: secret(CONTEXT, 'Password of that file.'),
  PASSBOOK_PRIVATE_KEY_ALIAS: text(CONTEXT, 'Name of the key in that file, where it has several.'),
  PASSBOOK_INTERMEDIATE_CERTIFICATE: text(
    CONTEXT,
    "Apple's WWDR certificate as PEM, where that file is without it.",
    /^-----BEGIN CERTIFICATE-----/,
  ),

  // Check-in
  CHECK_IN_ONCE_PER_DAY: flag(false, CATEGORY, 'Scan the badges of those who are in again on each day.'),
  CHECK_IN_COLOR: text(
    CATEGORY,
    'Colour in which scanners show that a ticket is good.',
    /^(primary|secondary|success|danger|warning|info|light|dark)$/,
  ),
  ALFIO_PI_INTEGRATION_ENABLED: flag(true, SYSTEM, 'Devices at the door may fetch tickets and label layouts.'),
  OFFLINE_CHECKIN_ENABLED: flag(true, CONTEXT, 'They may check in while they have no connection.'),
  LABEL_PRINTING_ENABLED: flag(true, CONTEXT, 'They may print badges, where there is a label layout.'),
  LABEL_LAYOUT: text(CONTEXT, 'How badge labels are laid out, as JSON.', /^\{[^]*\}$/),

  // Payment
  PAYMENT_METHODS_BLACKLIST: asking(list(CATEGORY, 'Payment methods a category refuses.', PAYMENT_METHODS)),
  ...PROVIDER_SETTINGS,

  // Tax and billing documents
  APPLY_TAX_TO_CATEGORY: flag(true, CATEGORY, 'The category is taxed.'),
  VAT_NR: asking(text(CONTEXT, "The organiser's VAT number; with INVOICE_ADDRESS it allows invoices.")),
  INVOICE_ADDRESS: asking(text(CONTEXT, "The organiser's address on invoices.")),
  GENERATE_ONLY_INVOICE: asking(flag(false, CONTEXT, 'An invoice for every paid order.')),
  INVOICE_NUMBER_PATTERN: text(ORGANIZATION, 'Pattern of invoice numbers; %d is the counter.', NUMBER_PATTERN),
  REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE: flag(true, ORGANIZATION, 'A credit note has the number of its invoice.'),
  VAT_NUMBER_IS_REQUIRED: asking(flag(false, CONTEXT, 'A company must give its VAT number.')),
  ENABLE_CUSTOMER_REFERENCE: asking(flag(false, CONTEXT, "Ask for the buyer's own reference.")),
  COUNTRY_OF_BUSINESS: text(CONTEXT, "The organiser's country, two letters.", /^[A-Z]{2}$/),
  ENABLE_EU_VAT_DIRECTIVE: flag(false, CONTEXT, 'Apply reverse charge to business buyers.'),
  ENABLE_REVERSE_CHARGE_IN_PERSON: flag(true, CONTEXT, 'Reverse charge for tickets at the place.'),
  ENABLE_REVERSE_CHARGE_ONLINE: flag(true, CONTEXT, 'Reverse charge for online tickets.'),
  ENABLE_VIES_VALIDATION: flag(true, CONTEXT, 'Check VAT numbers with the EU service.'),
  APPLY_VAT_FOREIGN_BUSINESS: flag(true, CONTEXT, 'Charge VAT to businesses outside the EU.'),
  ENABLE_ITALY_E_INVOICING: asking(flag(false, CONTEXT, 'Ask for what Italian e-invoices need.')),
  ITALY_E_INVOICING_SEND_PROFORMA: flag(
    false,
    CONTEXT,
    'Mail buyers a proforma of what goes through the exchange system.',
  ),

  // Mail server
  MAIL_SERVER_HOST: text(SYSTEM, 'Name of the mail server, such as smtp.example.org; SMTP_URL comes first.', HOST_NAME),
  MAIL_SERVER_PORT: number(587, 1, 65_535, SYSTEM, 'Port of the mail server; 465 where TLS begins at once.'),
  MAIL_SERVER_SECURITY: text(
    SYSTEM,
    'How the mail server is spoken to: starttls (without a statement), tls from the beginning, or none.',
    /^(starttls|tls|none)$/,
  ),
  MAIL_SERVER_USER: text(SYSTEM, 'By which name the shop signs in at the mail server.'),
  MAIL_SERVER_PASSWORD: secret(SYSTEM, 'Password of that name; it goes to another machine under TLS only.'),
  MAIL_SENDER: text(SYSTEM, 'The address mail is sent from, where the mail server is stated here.', MAIL_ADDRESS),
  MAIL_DKIM_SELECTOR: text(
    SYSTEM,
    'The name under which the mail server publishes its key of DKIM; the desk checks it.',
    /^[a-z0-9][a-z0-9._-]{0,62}$/i,
  ),

  // Mail
  NOTIFY_ORGANIZER_ON_RESERVATION: flag(true, CONTEXT, 'Mail the organiser each order.'),
  NOTIFY_ALL_FAILED_PAYMENT_ATTEMPTS: flag(
    false,
    CONTEXT,
    'Mail the organiser each payment that fails, not only those whose order is lost by it.',
  ),
  MAIL_ATTEMPTS_COUNT: number(10, 1, 100, SYSTEM, 'How often a mail is tried.'),
  ENABLE_HTML_EMAILS: flag(true, CONTEXT, 'Mails have an HTML part beside the text.'),
  MAIL_REPLY_TO: text(CONTEXT, 'Where replies to our mails go.', MAIL_ADDRESS),
  MAIL_SET_ORG_REPLY_TO: flag(true, CONTEXT, 'Replies go to the organiser when no other address is given.'),
  MAIL_CC: {
    ...list(CONTEXT, 'Who gets a copy of each order the organiser is told of.'),
    pattern: MAIL_ADDRESS,
  },
  MAIL_ALL_DOCUMENTS_IN_ONE: flag(
    false,
    CONTEXT,
    "The order mail carries the tickets of the buyer's own address too, in place of a mail for each.",
  ),
  INCLUDE_CHECK_IN_URL_ICAL: flag(true, CONTEXT, 'Put the link of an online event in the calendar file.'),

  // Privacy
  RETENTION_DAYS: number(
    0,
    0,
    36_500,
    CONTEXT,
    'Days after its end when people are erased from an event, or from an order of a pass; 0: never.',
  ),
  RETENTION_DAYS_MAILS: number(0, 0, 36_500, CONTEXT, 'The same for mails, where they go earlier; 0: with the rest.'),
  RETENTION_DAYS_SCANS: number(0, 0, 36_500, CONTEXT, 'The same for scans and leads; 0: with the rest.'),
  RETENTION_YEARS_BILLING: number(
    10,
    1,
    100,
    CONTEXT,
    'Years that invoices, receipts and credit notes are kept whole, from the end of the year they were issued in.',
  ),
} as const satisfies Record<string, SettingDefinition>

export type SettingKey = keyof typeof SETTINGS

type KeysOf<Type> = KeysOfType<typeof SETTINGS, Type>

export type NumberKey = KeysOf<'number'>
export type FlagKey = KeysOf<'flag'>
export type TextKey = KeysOf<'text'>
export type ListKey = KeysOf<'list'>

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** A secret is reported as set or not set. */
export const isSecret = (key: SettingKey): boolean => 'isSecret' in SETTINGS[key]

/** An internal setting belongs to the operator of the shop: organisers can't state it. */
export const isInternal = (key: SettingKey): boolean => SETTINGS[key].levels.every(level => level === 'system')
