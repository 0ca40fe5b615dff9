import { type PageRoute, type Routing, lazyPage } from '#client/frame/routing/route.tsx'
import { deskLinkPagePath, deskLostPasswordPagePath } from '#contract/paths.ts'

/** The frame of what members see: they sign in first. */
const signedIn = lazyPage(() => import('./session/signed-in.tsx'))
const linkPage = lazyPage(() => import('./link/page.tsx'))
const lostPasswordPage = lazyPage(() => import('./lost-password/page.tsx'))
const notFoundPage = lazyPage(() => import('./not-found/page.tsx'))

/** All addresses of the desk. Those without the frame are for people who have not signed in. */
const routes: readonly PageRoute[] = [
  { path: deskLinkPagePath, page: linkPage },
  { path: deskLostPasswordPagePath, page: lostPasswordPage },
]

export const routing: Routing = { routes, notFound: { path: '*', page: notFoundPage, frame: signedIn } }
