import { tabStorage } from '../storage/browser-storage.ts'

/** The name is the one that other clients of this shop use, so that a visitor keeps the choice. */
const KEY = 'ALFIO_LANG'

/** The language chosen by hand in this tab; null when none was. */
export const savedLanguage = (): string | null => tabStorage.readText(KEY)

export const saveLanguage = (language: string): void => tabStorage.writeText(KEY, language)
