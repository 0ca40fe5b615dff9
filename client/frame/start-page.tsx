import { type ComponentType, type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from '#client/routing/router.tsx'
import { createQueryCache, infoQuery, textsQuery } from './calls/queries.ts'
import { type PageState, STATE_ID } from './document/page-state.ts'
import type { FrameState } from './frame.tsx'
import { RoutedPage, type Routing, bundlesOf, routeFor } from './routing/route.tsx'
import { rememberHere, rememberedHere } from '#client/frame/storage/browser-storage.ts'

type Application = {
  /** The application around its page. */
  readonly App: ComponentType<FrameState & { readonly children: ReactNode }>
  readonly routing: Routing
}

/** Takes the page over from the server, as soon as the bundle of this address is here. */
export async function startPage({ App, routing }: Application): Promise<void> {
  reloadWhenOutdated()
  const { info, data, rendered, ...state } = readState()
  const cache = createQueryCache(data)
  cache.setQueryData(infoQuery().queryKey, info)
  const { route } = routeFor(routing.routes, location.pathname) ?? { route: routing.notFound }
  const { language, textFiles } = state
  const [texts] = await Promise.all([
    cache.fetchQuery({ ...textsQuery(language, textFiles[language] ?? ''), retry: 5 }),
    ...bundlesOf(route).map(bundle => bundle.load()),
  ])

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App cache={cache} texts={texts} {...state}>
          <RoutedPage {...routing} />
        </App>
      </BrowserRouter>
    </StrictMode>
  )
  // In a transition React pauses for the visitor and for painting every few milliseconds.
  if (rendered === 'content') startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

function readState(): PageState {
  const json = document.getElementById(STATE_ID)?.textContent
  if (!json) throw new Error(`the page has no #${STATE_ID}`)
  // The decoding edge: our own server wrote it from the same type.
  return JSON.parse(json)
}

const KEY = 'foyer.reloaded-for'

/**
 * After an update of the shop, bundles that an open page still names are gone. The page is loaded again then, once for
 * each address, so that a bundle which is really missing can't make it go round in circles. A bundle that is missing
 * because the network is, is no reason: instead of the page with all that was typed there would be none at all.
 */
function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  if (rememberedHere(KEY) === location.href || !(await isShopThere())) return
  rememberHere(KEY, location.href)
  location.reload()
}

async function isShopThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
