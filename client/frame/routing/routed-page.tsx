import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { infoQuery } from '../calls/queries.ts'
import { type PageRoute, type Routing, routeFor } from './route.ts'

/** The page of the present address. */
export function RoutedPage({ routes, notFound }: Routing) {
  const { data: info } = useQuery(infoQuery())
  const open = routes.filter(({ developmentOnly }) => !developmentOnly || info?.devModeEnabled)
  useNextBundles(open)
  return <Routes>{[...open, notFound].map(routeElement)}</Routes>
}

function routeElement({ path, page: { Component }, frame }: PageRoute): ReactNode {
  if (frame === undefined) return <Route key={path} path={path} element={<Component />} />
  // All pages of a frame have the same element type at the same place, so the frame outlives the change of page.
  return (
    <Route key={path} path={path} element={<frame.Component />} children={<Route index element={<Component />} />} />
  )
}

/** Fetches what probably comes next while the browser has nothing better to do. */
function useNextBundles(open: readonly PageRoute[]): void {
  const { pathname } = useLocation()
  const next = routeFor(open, pathname)?.route.next
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
