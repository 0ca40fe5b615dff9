/** The name is the one that other clients of this shop use, so that a visitor keeps the choice. */
const KEY = 'ALFIO_LANG'

/** The language chosen by hand in this tab; null when none was, or when the browser keeps nothing. */
export function savedLanguage(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Remembers the choice for this tab, where the browser lets us. */
export function saveLanguage(language: string): void {
  try {
    sessionStorage.setItem(KEY, language)
  } catch {
    // A browser that keeps nothing still shows the page in the chosen language.
  }
}
