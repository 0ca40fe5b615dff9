import type { SettingKind } from '#contract/settings.ts'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { SETTINGS, type SettingKey } from '#server/foundation/setting/registry.ts'

/** Texts that are more than a line, or of another kind than their type says. */
const KINDS: Readonly<Partial<Record<SettingKey, SettingKind>>> = {
  SHOP_ACCENT: 'colour',
  SHOP_LOGO: 'image',
  SHOP_COVER: 'image',
  ORGANIZER_PICTURE: 'image',
  ORGANIZER_ABOUT: 'long-text',
  ANNOUNCEMENT_BANNER_CONTENT: 'long-text',
  EVENT_CUSTOM_CSS: 'long-text',
  INVOICE_ADDRESS: 'long-text',
  BANK_ACCOUNT_OWNER: 'long-text',
  LABEL_LAYOUT: 'long-text',
  PASSBOOK_INTERMEDIATE_CERTIFICATE: 'long-text',
  ORGANIZER_WEBSITE: 'address',
  GLOBAL_TERMS: 'address',
  GLOBAL_PRIVACY_POLICY: 'address',
  EMBED_POST_MESSAGE_ORIGIN: 'address',
  MAIL_REPLY_TO: 'mail',
  MAIL_SENDER: 'mail',
  ROBOT_CHECK: 'choice',
  CHECK_IN_COLOR: 'choice',
  MAIL_SERVER_SECURITY: 'choice',
  PAYMENT_METHODS_BLACKLIST: 'choices',
  OPENID_CONFIGURATION_JSON: 'sealed-long',
  DESK_OPENID_CONFIGURATION_JSON: 'sealed-long',
  WALLET_SERVICE_ACCOUNT_KEY: 'sealed-long',
  PASSBOOK_KEYSTORE: 'sealed-long',
}

/** The words of which one, or several, may be chosen. */
const CHOICES: Readonly<Partial<Record<SettingKey, readonly string[]>>> = {
  ROBOT_CHECK: ['altcha', 'turnstile', 'recaptcha', 'off'],
  CHECK_IN_COLOR: ['primary', 'secondary', 'success', 'danger', 'warning', 'info', 'light', 'dark'],
  MAIL_SERVER_SECURITY: ['starttls', 'tls', 'none'],
  PAYMENT_METHODS_BLACKLIST: PAYMENT_METHODS,
}

export function kindOf(key: SettingKey): SettingKind {
  const definition: SettingDefinition = SETTINGS[key]
  const stated = KINDS[key]
  if (stated) return stated
  switch (definition.type) {
    case 'flag':
      return 'flag'
    case 'number':
      return 'number'
    case 'list':
      return 'words'
    case 'text':
      return definition.isSecret ? 'sealed' : 'text'
    default:
      return definition satisfies never
  }
}

export const choicesOf = (key: SettingKey): readonly string[] => CHOICES[key] ?? []
