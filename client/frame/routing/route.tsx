import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { type PathParams, decodedPath, matchPath } from '#client/routing/match-path.ts'
import { lazyPart } from './lazy-part.tsx'
import { MatchContext, useLocation } from '#client/routing/router.tsx'
import { PageShape } from '../shell/shell.tsx'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { infoQuery } from '../calls/queries.ts'

/** The addresses of an application, from the special to the general, and what is shown everywhere else. */
export type Routing = { readonly routes: readonly PageRoute[]; readonly notFound: PageRoute }

/** One address, and what is shown there. */
export type PageRoute = {
  readonly path: string
  readonly page: LazyPage
  /** Wraps the page and stays while its neighbours with the same frame come and go. */
  readonly frame?: LazyPage
  /** Bundles that the visitor is likely to need next; fetched when the browser is idle. */
  readonly next?: readonly LazyPage[]
  /** Hidden unless the server runs in development mode. */
  readonly developmentOnly?: boolean
  /** For signed-in visitors: where the shop has no sign-in, it leads home. */
  readonly signedInOnly?: boolean
}

/** The bundles that show an address: its page, and the frame around it. */
export function bundlesOf({ page, frame }: PageRoute): readonly LazyPage[] {
  return frame ? [frame, page] : [page]
}

type MatchedRoute = { readonly route: PageRoute; readonly params: PathParams }

/** The first route that fits; routes are listed from the special to the general. */
export function routeFor(routes: readonly PageRoute[], pathname: string): MatchedRoute | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, params }
  }
  return undefined
}

/** A page in a bundle of its own. */
export type LazyPage = {
  /** Fetches the bundle; once it is here the page renders without waiting. */
  load(): Promise<unknown>
  readonly Component: ComponentType
  /** The source file, as the manifest of the browser's build knows it: the document fetches its bundle early. Server only. */
  readonly module?: string | undefined
}

/**
 * Makes a page of a module that exports `Page`: `lazyPage(() => import('./a/page.tsx'))`. The build for the server
 * adds the name of the module (vite.config.ts).
 */
export function lazyPage(importModule: () => Promise<{ Page: ComponentType }>, module?: string): LazyPage {
  const { load, loaded, Component: Arriving } = lazyPart(async () => (await importModule()).Page)

  function Component() {
    // As it was when the page came: with another tree around it, a change of address would draw it anew.
    const [Page] = useState(loaded)
    if (Page !== undefined) return <Page />
    return (
      <Suspense fallback={<PageShape />}>
        <Arriving />
      </Suspense>
    )
  }

  return { load, Component, module }
}

/** The page of the present address, within its frame. */
export function RoutedPage({ routes, notFound }: Routing) {
  const { data: info } = useQuery(infoQuery())
  const { pathname } = useLocation()
  const open = routes.filter(({ developmentOnly }) => !developmentOnly || info?.devModeEnabled)
  const { route, params } = routeFor(open, decodedPath(pathname)) ?? { route: notFound, params: NO_PARAMS }
  useNextBundles(route.next)
  const page = <route.page.Component />
  // All pages of a frame have the same element type at the same place, so the frame outlives the change of page.
  return <MatchContext value={{ params, page }}>{route.frame ? <route.frame.Component /> : page}</MatchContext>
}

const NO_PARAMS: PathParams = {}

/** Fetches what probably comes next while the browser has nothing better to do. */
function useNextBundles(next: readonly LazyPage[] | undefined): void {
  useEffect(() => {
    if (!next || savesData()) return
    const timer = setTimeout(() => {
      // A failed download is no loss yet: it is tried again when the page is asked for.
      for (const page of next) page.load().catch(() => {})
    }, NEXT_BUNDLE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [next])
}

const NEXT_BUNDLE_DELAY_MS = 1_500

/** The visitor asked the browser to use little data. */
function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches
}
