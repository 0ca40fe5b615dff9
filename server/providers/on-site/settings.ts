import { CONTEXT, type SettingDefinitions, flag } from '#server/setting-definition/definition.ts'

export const ON_SITE_SETTINGS = {
  ON_SITE_ENABLED: flag(false, CONTEXT, 'Offer payment at the door.'),
} as const satisfies SettingDefinitions
