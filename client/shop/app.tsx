import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Language } from '#contract/shared.ts'
import { ArrivalContext } from '../kit/page/page-title.tsx'
import { Toaster } from '../kit/toast/toaster.tsx'
import { LanguageProvider } from '../language/language-provider.tsx'
import type { Texts } from '../language/texts.ts'
import { ChallengeHost } from './challenge/challenge-host.tsx'
import { Shell } from './shell/shell.tsx'

export type AppProps = {
  readonly cache: QueryClient
  readonly language: string
  readonly texts: Texts
  readonly languages: readonly Language[]
  /** The page. */
  readonly children: ReactNode
}

/** The whole shop, inside a router; the same on the server and in the browser. */
export function App({ cache, language, texts, languages, children }: AppProps) {
  const arrival = useRef(useLocation().pathname)
  return (
    <QueryClientProvider client={cache}>
      <LanguageProvider initial={{ language, texts }} languages={languages}>
        <ArrivalContext value={arrival}>
          <Toaster>
            <Shell>{children}</Shell>
            <ChallengeHost />
          </Toaster>
        </ArrivalContext>
      </LanguageProvider>
    </QueryClientProvider>
  )
}
