import {
  type ReactNode,
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { PathParams } from './match-path.ts'

/** Where a visitor is: the address, and what the browser's history keeps with it. */
export type Location = {
  readonly pathname: string
  /** With its "?", or empty. */
  readonly search: string
  /** With its "#", or empty. */
  readonly hash: string
  /** What `navigate` or a link kept with this entry of the history; null: nothing. */
  readonly state: unknown
  /** Another one for each entry of the history; the entry that a visit begins with has "default". */
  readonly key: string
}

/** Where a link leads within the shop: a path that begins with a slash. The question mark of a query may be missing. */
export type To = string | { readonly pathname: string; readonly search?: string; readonly hash?: string }

export type NavigateOptions = {
  /** Takes the place of the present entry of the history. */
  readonly replace?: boolean | undefined
  /** Kept with the entry. */
  readonly state?: unknown
}

type Navigate = (to: To, options?: NavigateOptions) => void

type Visit = {
  readonly location: Location
  /** The visitor has come here by the browser's own ways: the first page, back, forward, a link to a place on the page. */
  readonly isByBrowser: boolean
}

type Router = Visit & { readonly navigate: Navigate }

const RouterContext = createContext<Router | undefined>(undefined)

function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('no address: the page is outside a router')
  return router
}

export const useLocation = (): Location => useRouter().location
export const useIsByBrowser = (): boolean => useRouter().isByBrowser
/** Goes to another address of the shop; the same function for the whole visit. */
export const useNavigate = (): Navigate => useRouter().navigate

/** The address of the browser, which changes without a load. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [visit, setVisit] = useState<Visit>(() => ({ location: presentLocation(), isByBrowser: true }))
  const show = useCallback(
    // In a transition: the page that is left stays until the next one can be drawn.
    (isByBrowser: boolean) => startTransition(() => setVisit({ location: presentLocation(), isByBrowser })),
    [],
  )
  useLayoutEffect(() => {
    const onPop = () => show(true)
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [show])
  const navigate = useCallback<Navigate>(
    (to, options) => {
      if (enter(hrefOf(to), options)) show(false)
    },
    [show],
  )
  const router = useMemo(() => ({ ...visit, navigate }), [visit, navigate])
  return <RouterContext value={router}>{children}</RouterContext>
}

/** One address, for the server: `url` is path and query. Nothing is left from there. */
export function StaticRouter({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const [pathname = '', ...query] = url.split('?')
  const location = { pathname, search: query.length === 0 ? '' : `?${query.join('?')}`, hash: '', ...FIRST_ENTRY }
  return <RouterContext value={{ location, isByBrowser: true, navigate: stay }}>{children}</RouterContext>
}

const stay = () => {}

const FIRST_ENTRY = { state: null, key: 'default' }

function presentLocation(): Location {
  const { pathname, search, hash } = location
  // Written by `enter`; the page that a visit begins with has neither.
  const kept = (name: string): unknown => Reflect.get(Object(history.state), name)
  const key = kept('key')
  return { pathname, search, hash, state: kept('usr') ?? null, key: typeof key === 'string' ? key : FIRST_ENTRY.key }
}

/** False: the page is loaded instead. */
function enter(href: string, { replace, state }: NavigateOptions = {}): boolean {
  const entry = { usr: state ?? null, key: Math.random().toString(36).slice(2, 10) }
  if (replace) history.replaceState(entry, '', href)
  else {
    try {
      history.pushState(entry, '', href)
    } catch {
      // Browsers refuse when it happens too often.
      location.assign(href)
      return false
    }
  }
  return true
}

/** An address of this shop, whatever the path: two slashes at its beginning would name another host. */
export function hrefOf(to: To): string {
  const { pathname, search = '', hash = '' } = typeof to === 'string' ? { pathname: to } : to
  return pathname.replace(/^[\\/]+/, '/') + marked('?', search) + marked('#', hash)
}

const marked = (mark: string, text: string): string =>
  text === '' || text === mark ? '' : text.startsWith(mark) ? text : mark + text

/** Leads on as soon as it is drawn; the server draws nothing for it. */
export function Navigate({ to, replace }: { readonly to: To; readonly replace?: boolean }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const href = hrefOf(to)
  // Again at another address, where it stays in its place.
  useEffect(() => navigate(href, { replace }), [navigate, href, replace, pathname])
  return null
}

/** The query of the address, and a function that changes it. */
export function useSearchParams(): readonly [
  query: URLSearchParams,
  change: (query: URLSearchParams, options?: NavigateOptions) => void,
] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = (changed: URLSearchParams, options?: NavigateOptions) =>
    navigate({ pathname, search: changed.toString() }, options)
  return [query, change]
}

type Match = {
  readonly params: PathParams
  /** The page within its frame. */
  readonly page: ReactNode
}

/** Set by `RoutedPage` (route.tsx). */
export const MatchContext = createContext<Match>({ params: {}, page: null })

/** What the address says for the parameters of its route, decoded. */
export const useParams = (): PathParams => use(MatchContext).params

/** In a frame: the page. */
export const Outlet = (): ReactNode => use(MatchContext).page
