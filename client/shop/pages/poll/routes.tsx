import { lazyPage } from '#client/frame/routing/lazy-page.tsx'
import type { PageRoute } from '#client/frame/routing/route.ts'
import { pollPagePath, pollsPagePath } from '#contract/paths.ts'

const frame = lazyPage(() => import('./frame/poll-frame.tsx'))
const listPage = lazyPage(() => import('./list/page.tsx'))
const votePage = lazyPage(() => import('./vote/page.tsx'))

/** Where those who are in the room vote. */
export const pollRoutes: readonly PageRoute[] = [
  { path: pollsPagePath, page: listPage, frame, next: [votePage] },
  { path: pollPagePath, page: votePage, frame, next: [listPage] },
]
