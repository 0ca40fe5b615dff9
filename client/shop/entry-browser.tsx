import '../kit/tokens.css'
import '../kit/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { infoQuery, textsQuery } from '../api/queries.ts'
import { createQueryClient } from '../api/query-client.ts'
import { App } from './app.tsx'
import { reloadWhenOutdated } from './outdated.ts'
import { RoutedPage } from './routed-page.tsx'
import { bundlesOf, routeFor } from './route.ts'
import { notFoundRoute, routes } from './routes.tsx'
import { type PageState, STATE_ID } from './state.ts'

reloadWhenOutdated()
await start(readState())

/** Takes the page over from the server, as soon as the bundle of this address is here. */
async function start({ info, data, rendered, ...state }: PageState): Promise<void> {
  const cache = createQueryClient(data)
  cache.setQueryData(infoQuery().queryKey, info)
  cache.setQueryData(textsQuery(state.language).queryKey, { ...state.texts })
  const { route } = routeFor(routes, location.pathname) ?? { route: notFoundRoute }
  await Promise.all(bundlesOf(route).map(bundle => bundle.load()))

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App cache={cache} {...state}>
          <RoutedPage />
        </App>
      </BrowserRouter>
    </StrictMode>
  )
  if (rendered === 'content') hydrateRoot(root, app)
  else createRoot(root).render(app)
}

function readState(): PageState {
  const json = document.getElementById(STATE_ID)?.textContent
  if (!json) throw new Error(`the page has no #${STATE_ID}`)
  // The decoding edge: our own server wrote it from the same type.
  return JSON.parse(json) as PageState
}
