import type { QueryCache } from '#client/frame/calls/query-cache.ts'
import { CacheContext } from '#client/frame/calls/use-query.tsx'
import { type ReactNode, useRef } from 'react'
import { useLocation } from '#client/routing/router.tsx'
import type { Language } from '#contract/shared.ts'
import { ArrivalContext } from '../kit/page/page.tsx'
import { Toaster } from '../kit/notice/notice.tsx'
import type { TextFiles, Texts } from '../language/language-context.ts'
import { LanguageProvider } from './language/language-provider.tsx'
import { Shell, type ShellParts } from './shell/shell.tsx'

/** What the page that the server sends, and the browser that takes it over, both know. */
export type FrameState = {
  readonly cache: QueryCache
  readonly language: string
  readonly texts: Texts
  readonly textFiles: TextFiles
  readonly languages: readonly Language[]
}

type FrameProps = FrameState & ShellParts & { readonly dialogs: ReactNode }

/**
 * What surrounds every page of an application, inside a router: the query cache, the language, short messages and the
 * shell. The same on the server and in the browser.
 */
export function Frame({ cache, language, texts, textFiles, languages, dialogs, ...shell }: FrameProps) {
  const arrival = useRef(useLocation().pathname)
  return (
    <CacheContext value={cache}>
      <LanguageProvider initial={{ language, texts }} files={textFiles} languages={languages}>
        <ArrivalContext value={arrival}>
          <Toaster>
            <Shell {...shell} />
            {dialogs}
          </Toaster>
        </ArrivalContext>
      </LanguageProvider>
    </CacheContext>
  )
}
