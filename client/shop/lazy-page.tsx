import { type ComponentType, Suspense, use } from 'react'
import { PageShape } from './shell/page-shape.tsx'

/** A page in a bundle of its own. */
export type LazyPage = {
  /** Fetches the bundle; once it is here the page renders without waiting. */
  load(): Promise<void>
  readonly Component: ComponentType
  /** The source file, from client/shop on, as the build's manifest knows it: the document fetches its bundle early. */
  readonly module?: string
}

/** Makes a page of a module that exports `Page`: `lazyPage(() => import('./pages/a/page.tsx'), 'pages/a/page.tsx')`. */
export function lazyPage(importModule: () => Promise<{ Page: ComponentType }>, module: string): LazyPage {
  let loaded: ComponentType | undefined
  let loading: Promise<void> | undefined

  function load(): Promise<void> {
    loading ??= importModule().then(
      ({ Page }) => {
        loaded = Page
      },
      (error: unknown) => {
        // A failed download may be tried again.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function Arriving() {
    if (loaded === undefined) use(load())
    const Page = loaded
    return Page === undefined ? null : <Page />
  }

  function Component() {
    const Page = loaded
    if (Page !== undefined) return <Page />
    return (
      <Suspense fallback={<PageShape />}>
        <Arriving />
      </Suspense>
    )
  }

  return { load, Component, module }
}
