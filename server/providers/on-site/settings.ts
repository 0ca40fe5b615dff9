import { CONTEXT, type SettingDefinitions, asking, flag } from '#domain/foundation/setting/definition.ts'

export const ON_SITE_SETTINGS = {
  ON_SITE_ENABLED: asking(flag(false, CONTEXT, 'Offer payment at the door.')),
} as const satisfies SettingDefinitions
