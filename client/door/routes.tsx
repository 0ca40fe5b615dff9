import type { PageRoute, Routing } from '#client/frame/routing/route.tsx'
import { doorPagePath } from '#contract/paths.ts'
import { Page } from './page.tsx'

/** One page, which is here with the first bundle: nothing is fetched at a door without a connection. */
const page = { load: async () => {}, Component: Page }
const route: PageRoute = { path: doorPagePath, page }

export const routing: Routing = { routes: [route], notFound: { path: '*', page } }
