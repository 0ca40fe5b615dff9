import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Language } from '#contract/shared.ts'
import { textsQuery } from '../calls/queries.ts'
import {
  LanguageContext,
  type TextFiles,
  type Texts,
  chooseLanguage,
  directionOf,
  translator,
} from '#client/language/language-context.ts'
import { tabStorage } from '../storage/browser-storage.ts'

type LoadedLanguage = { readonly language: string; readonly texts: Texts }

type LanguageProviderProps = {
  /** What the server rendered the page in. */
  readonly initial: LoadedLanguage
  readonly files: TextFiles
  /** All languages of the shop. */
  readonly languages: readonly Language[]
  /** Narrower languages of the first page, known before any effect runs. */
  readonly children: ReactNode
}

/** Holds the language of the page, and moves to the visitor's own as soon as the page lives. */
export function LanguageProvider({ initial, files, languages, children }: LanguageProviderProps) {
  const [loaded, setLoaded] = useState(initial)
  const load = useLanguageLoader(files, setLoaded)
  const { language, texts } = loaded

  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])

  const loadPreferred = useEffectEvent(() => {
    const requested = new URLSearchParams(location.search).get('lang')
    const preferred = chooseLanguage({
      requested,
      saved: savedLanguage(),
      preferred: navigator.languages,
      offered: languages.map(({ locale }) => locale),
    })
    // The pages that follow have no `?lang=` (specification, browsing 4).
    if (requested?.toLowerCase().startsWith(preferred)) saveLanguage(preferred)
    if (preferred !== language) void load(preferred)
  })
  // Once: the visitor's own switch must not be undone.
  useEffect(() => loadPreferred(), [])

  const choose = useCallback(
    async (preferred: string) => {
      saveLanguage(preferred)
      dropLanguageOfAddress()
      return load(preferred)
    },
    [load],
  )
  const setting = useMemo(
    () => ({ language, texts, t: translator(texts), offered: languages, choose }),
    [language, texts, languages, choose],
  )
  return <LanguageContext value={setting}>{children}</LanguageContext>
}

function useLanguageLoader(
  files: TextFiles,
  setLoaded: (loaded: LoadedLanguage) => void,
): (language: string) => Promise<boolean> {
  const cache = useQueryCache()
  const latest = useRef<string>(undefined)
  return useCallback(
    async language => {
      latest.current = language
      try {
        const texts = await cache.ensureQueryData(textsQuery(language, files[language] ?? ''))
        // Ignores a language that was chosen earlier and arrives later.
        if (latest.current === language) startTransition(() => setLoaded({ language, texts }))
        return true
      } catch {
        return false
      }
    },
    [cache, files, setLoaded],
  )
}

/** After a choice by hand the address must not bring the old language back on reload. */
function dropLanguageOfAddress(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('lang')) return
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
}

/** The name is the one that other clients of this shop use, so that a visitor keeps the choice. */
const KEY = 'ALFIO_LANG'

/** The language chosen by hand in this tab; null when none was. */
const savedLanguage = (): string | null => tabStorage.readText(KEY)

const saveLanguage = (language: string): void => tabStorage.writeText(KEY, language)
