import type { Verb } from '#domain/access/principal/principal.ts'
import { type SettingKey, isSettingKey } from '#server/foundation/setting/registry.ts'
import { KEYS_BY_PROVIDER } from '#server/providers/registry/modules.ts'

/** Where a group is at the desk. */
type SettingSection = 'shop' | 'mail' | 'payments' | 'tickets' | 'look' | 'sign-in' | 'legal' | 'retention' | 'advanced'

type SettingGroup = {
  readonly id: string
  readonly section: SettingSection
  /** What a caller must be allowed to do, to state these for an organisation or event; for the shop it is administer-shop. */
  readonly verb: Extract<Verb, 'manage-events' | 'manage-orders' | 'manage-members' | 'administer-shop'>
  readonly keys: readonly SettingKey[]
}

/** A group for each provider, and one for the fee of a platform, which is of who runs it. */
const PROVIDERS: readonly SettingGroup[] = Object.entries(KEYS_BY_PROVIDER).map(([id, keys]) => ({
  id,
  section: 'payments',
  verb: id === 'platform' ? 'administer-shop' : 'manage-orders',
  keys: keys.filter(isSettingKey),
}))

/**
 * Every setting once, in groups and in the order in which people read them: the API, the pages and the documents follow it.
 * Money, tax and documents are for who manages orders, what buyers agree to for owners; all else is for who manages events.
 */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'shop',
    section: 'shop',
    verb: 'manage-events',
    keys: ['SHOP_NAME', 'ANNOUNCEMENT_BANNER_CONTENT', 'COUNTRY_OF_BUSINESS'],
  },
  {
    id: 'organizer',
    section: 'shop',
    verb: 'manage-events',
    keys: ['ORGANIZER_ABOUT', 'ORGANIZER_WEBSITE', 'ORGANIZER_PICTURE'],
  },
  {
    id: 'mail-server',
    section: 'mail',
    verb: 'manage-events',
    keys: [
      'MAIL_SERVER_HOST',
      'MAIL_SERVER_PORT',
      'MAIL_SERVER_SECURITY',
      'MAIL_SERVER_USER',
      'MAIL_SERVER_PASSWORD',
      'MAIL_SENDER',
      'MAIL_DKIM_SELECTOR',
    ],
  },
  {
    id: 'mails',
    section: 'mail',
    verb: 'manage-events',
    keys: [
      'MAIL_REPLY_TO',
      'MAIL_SET_ORG_REPLY_TO',
      'NOTIFY_ORGANIZER_ON_RESERVATION',
      'MAIL_CC',
      'NOTIFY_ALL_FAILED_PAYMENT_ATTEMPTS',
      'SEND_TICKETS_AUTOMATICALLY',
      'SEND_RESERVATION_EMAIL_IF_NECESSARY',
      'MAIL_ALL_DOCUMENTS_IN_ONE',
      'ENABLE_HTML_EMAILS',
      'INCLUDE_CHECK_IN_URL_ICAL',
      'MAIL_ATTEMPTS_COUNT',
    ],
  },
  ...PROVIDERS,
  {
    id: 'invoices',
    section: 'payments',
    verb: 'manage-orders',
    keys: [
      'VAT_NR',
      'INVOICE_ADDRESS',
      'GENERATE_ONLY_INVOICE',
      'INVOICE_NUMBER_PATTERN',
      'REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE',
      'VAT_NUMBER_IS_REQUIRED',
      'ENABLE_CUSTOMER_REFERENCE',
    ],
  },
  {
    id: 'tax',
    section: 'payments',
    verb: 'manage-orders',
    keys: [
      'APPLY_TAX_TO_CATEGORY',
      'ENABLE_EU_VAT_DIRECTIVE',
      'ENABLE_REVERSE_CHARGE_IN_PERSON',
      'ENABLE_REVERSE_CHARGE_ONLINE',
      'ENABLE_VIES_VALIDATION',
      'APPLY_VAT_FOREIGN_BUSINESS',
      'ENABLE_ITALY_E_INVOICING',
      'ITALY_E_INVOICING_SEND_PROFORMA',
    ],
  },
  {
    id: 'orders',
    section: 'tickets',
    verb: 'manage-events',
    keys: [
      'RESERVATION_TIMEOUT',
      'RESERVATION_EXTENSION_MINUTES',
      'RESERVATION_MAX_EXTENSIONS',
      'RESERVATION_MIN_TIMEOUT_AFTER_FAILED_PAYMENT',
      'MAX_AMOUNT_OF_TICKETS_BY_RESERVATION',
      'PAYMENT_METHODS_BLACKLIST',
    ],
  },
  {
    id: 'holders',
    section: 'tickets',
    verb: 'manage-events',
    keys: [
      'FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION',
      'ENABLE_ATTENDEE_AUTOCOMPLETE',
      'ENABLE_TICKET_TRANSFER',
      'PASSED_ON_TICKETS_STAY_WITH_BUYER',
      'ALLOW_FREE_TICKETS_CANCELLATION',
      'ALLOW_TICKET_DOWNLOAD',
      'ASSIGNMENT_REMINDER_START',
      'ASSIGNMENT_REMINDER_INTERVAL',
      'OPTIONAL_DATA_REMINDER_ENABLED',
      'PASS_REMINDER_DAYS',
      'GENERATE_TICKETS_FOR_SUBSCRIPTIONS',
    ],
  },
  {
    id: 'waiting-list',
    section: 'tickets',
    verb: 'manage-events',
    keys: [
      'ENABLE_WAITING_QUEUE',
      'ENABLE_PRE_REGISTRATION',
      'ENABLE_WAITING_QUEUE_NOTIFICATION',
      'WAITING_QUEUE_RESERVATION_TIMEOUT',
      'STOP_WAITING_QUEUE_SUBSCRIPTIONS',
    ],
  },
  {
    id: 'door',
    section: 'tickets',
    verb: 'manage-events',
    keys: [
      'CHECK_IN_ONCE_PER_DAY',
      'CHECK_IN_COLOR',
      'ALFIO_PI_INTEGRATION_ENABLED',
      'OFFLINE_CHECKIN_ENABLED',
      'LABEL_PRINTING_ENABLED',
      'LABEL_LAYOUT',
    ],
  },
  { id: 'look', section: 'look', verb: 'manage-events', keys: ['SHOP_LOGO', 'SHOP_COVER', 'SHOP_ACCENT'] },
  {
    id: 'event-page',
    section: 'look',
    verb: 'manage-events',
    keys: [
      'DISPLAY_TICKETS_LEFT_INDICATOR',
      'DISPLAY_EXPIRED_CATEGORIES',
      'DISPLAY_DISCOUNT_CODE_BOX',
      'USE_PARTNER_CODE_INSTEAD_OF_PROMOTIONAL',
      'EVENT_CUSTOM_CSS',
    ],
  },
  {
    id: 'sign-in',
    section: 'sign-in',
    verb: 'manage-events',
    keys: ['OPENID_PUBLIC_ENABLED', 'OPENID_CONFIGURATION_JSON', 'DESK_OPENID_CONFIGURATION_JSON'],
  },
  { id: 'legal', section: 'legal', verb: 'manage-members', keys: ['GLOBAL_TERMS', 'GLOBAL_PRIVACY_POLICY'] },
  {
    id: 'retention',
    section: 'retention',
    verb: 'manage-events',
    keys: ['RETENTION_DAYS', 'RETENTION_DAYS_MAILS', 'RETENTION_DAYS_SCANS', 'RETENTION_YEARS_BILLING'],
  },
  {
    id: 'wallets',
    section: 'advanced',
    verb: 'manage-events',
    keys: [
      'ENABLE_WALLET',
      'WALLET_ISSUER_IDENTIFIER',
      'WALLET_SERVICE_ACCOUNT_KEY',
      'WALLET_OVERWRITE_PREVIOUS_CLASSES_AND_EVENTS',
      'ENABLE_PASS',
      'PASSBOOK_TYPE_IDENTIFIER',
      'PASSBOOK_TEAM_IDENTIFIER',
      'PASSBOOK_KEYSTORE',
      'PASSBOOK_KEYSTORE_PASSWORD',
      'PASSBOOK_PRIVATE_KEY_ALIAS',
      'PASSBOOK_INTERMEDIATE_CERTIFICATE',
    ],
  },
  {
    id: 'robot-check',
    section: 'advanced',
    verb: 'manage-events',
    keys: [
      'ROBOT_CHECK',
      'ROBOT_CHECK_EFFORT',
      'ENABLE_CAPTCHA_FOR_TICKET_SELECTION',
      'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS',
      'CF_TURNSTILE_ENABLED',
      'CF_TURNSTILE_SITE_KEY',
      'CF_TURNSTILE_SECRET_KEY',
      'CF_TURNSTILE_PRE_CLEARANCE',
      'RECAPTCHA_API_KEY',
      'RECAPTCHA_SECRET',
    ],
  },
  {
    id: 'embedding',
    section: 'advanced',
    verb: 'manage-events',
    keys: [
      'EMBED_ALLOWED_ORIGINS',
      'EMBED_POST_MESSAGE_ORIGIN',
      'GOOGLE_ANALYTICS_KEY',
      'GOOGLE_ANALYTICS_ANONYMOUS_MODE',
      'MAP_IMAGE_URL',
    ],
  },
  {
    id: 'numbers',
    section: 'advanced',
    verb: 'manage-events',
    keys: ['PARTIAL_RESERVATION_ID_LENGTH', 'SPECIAL_PRICE_CODE_LENGTH'],
  },
]

/** The group of a setting. */
export function groupOf(key: SettingKey): SettingGroup {
  const found = SETTING_GROUPS.find(({ keys }) => keys.includes(key))
  if (!found) throw new Error(`${key} is in no group`)
  return found
}
