import { type PathMatch, matchPath } from 'react-router'
import type { PageNeed } from '#contract/page-need.ts'
import type { LazyPage } from './lazy-page.tsx'

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
  /** What the server reads so that it can render the page with its content; without it, it renders a shape. */
  readonly needs?: (params: Readonly<Record<string, string | undefined>>, query: URLSearchParams) => readonly PageNeed[]
  /** Hidden unless the server runs in development mode. */
  readonly developmentOnly?: boolean
  /** For signed-in visitors: where the shop has no sign-in, it leads home. */
  readonly signedInOnly?: boolean
}

/** The bundles that show an address: its page, and the frame around it. */
export function bundlesOf({ page, frame }: PageRoute): readonly LazyPage[] {
  return frame ? [frame, page] : [page]
}

export type MatchedRoute = { readonly route: PageRoute; readonly params: PathMatch['params'] }

/** The first route that fits; routes are listed from the special to the general. */
export function routeFor(routes: readonly PageRoute[], pathname: string): MatchedRoute | undefined {
  for (const route of routes) {
    const match = matchPath(route.path, pathname)
    if (match) return { route, params: match.params }
  }
  return undefined
}
