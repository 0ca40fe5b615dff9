import { createContext, use } from 'react'
import type { Language } from '#contract/shared.ts'
import type { Texts, Translate } from './texts.ts'

/** The language of the page, and the way to another one. */
export type LanguageSetting = {
  readonly language: string
  readonly texts: Texts
  readonly t: Translate
  /** The languages of the shop, whatever languages an organiser writes in. */
  readonly offered: readonly Language[]
  /** Loads the texts and switches; what has been typed stays. Returns false when they can't be loaded. */
  choose(language: string): Promise<boolean>
}

export const LanguageContext = createContext<LanguageSetting | undefined>(undefined)

export function useLanguage(): LanguageSetting {
  const setting = use(LanguageContext)
  if (!setting) throw new Error('no language: the page is outside LanguageProvider')
  return setting
}

/** The translation alone: `const t = useT()`. */
export function useT(): Translate {
  return useLanguage().t
}
