import { createContext, use } from 'react'
import type { Language } from '#contract/shared.ts'
import { CLIENT_PLACEHOLDER, type TextArgument, fill } from '#domain/foundation/text/text.ts'

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

/** All texts of one language by key; placeholders are written {{0}}, {{1}}. */
export type Texts = Readonly<Record<string, string>>

/** Where the file of each language's texts is; its name changes with its content. */
export type TextFiles = Readonly<Record<string, string>>

/** Looks a text up and fills its placeholders in order. */
export type Translate = (key: string, ...args: readonly TextArgument[]) => string

/** A translation from `texts`; `overrides` (an event's own wording) win. A key found nowhere is shown as itself. */
export function translator(texts: Texts, overrides: Texts = {}): Translate {
  return (key, ...args) => fill(overrides[key] ?? texts[key] ?? key, args, CLIENT_PLACEHOLDER)
}

/** Where a choice of language can come from. `offered` is never empty. */
type LanguagePreferences = {
  /** `?lang=` of the address. */
  readonly requested?: string | null
  /** Chosen by hand earlier in this tab. */
  readonly saved?: string | null
  /** The browser's languages, best first, such as "de-CH". */
  readonly preferred: readonly string[]
  readonly offered: readonly string[]
}

const LAST_RESORT = 'en'

/** The language to start with: the address, the saved choice, the browser, English, whatever there is. */
export function chooseLanguage({ requested, saved, preferred, offered }: LanguagePreferences): string {
  const candidates = [requested, saved, ...preferred, LAST_RESORT, offered[0]].map(candidate =>
    primary(candidate ?? ''),
  )
  return candidates.find(candidate => offered.includes(candidate)) ?? LAST_RESORT
}

/** "de-CH" asks for "de". */
const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? tag

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primary(language)) ? 'rtl' : 'ltr'
}
