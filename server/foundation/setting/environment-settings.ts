import { SETTINGS, type SettingKey, isSettingKey } from './registry.ts'

/** The settings among environment variables: those named like a setting and not blank. */
export function settingsAmong(
  variables: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<SettingKey, string> {
  const found = new Map<SettingKey, string>()
  for (const key of Object.keys(SETTINGS)) {
    const value = variables[key]
    if (isSettingKey(key) && value !== undefined && value.trim() !== '') found.set(key, value)
  }
  return found
}

/** What the environment of this process states for the system level; a stored system setting wins over it. */
export const environmentSettings = settingsAmong(process.env)
