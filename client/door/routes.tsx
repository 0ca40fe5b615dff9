import { type PageRoute, type Routing, lazyPage } from '#client/frame/routing/route.tsx'
import { doorPagePath, sponsorPagePath } from '#contract/paths.ts'
import { Page, startDevice } from './page.tsx'

/** With the first bundle: nothing is fetched at a door without a connection. */
const page = { load: async () => startDevice(), Component: Page }
const sponsorPage = lazyPage(() => import('./sponsor/page.tsx'))

const routes: readonly PageRoute[] = [
  { path: sponsorPagePath, page: sponsorPage },
  { path: doorPagePath, page },
]

export const routing: Routing = { routes, notFound: { path: '*', page } }
