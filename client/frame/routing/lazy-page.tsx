import { type ComponentType, Suspense, use } from 'react'
import { PageShape } from '../shell/page-shape.tsx'

/** A page in a bundle of its own. */
export type LazyPage = {
  /** Fetches the bundle; once it is here the page renders without waiting. */
  load(): Promise<void>
  readonly Component: ComponentType
  /** The source file, as the manifest of the browser's build knows it: the document fetches its bundle early. Server only. */
  readonly module?: string | undefined
}

/**
 * Makes a page of a module that exports `Page`: `lazyPage(() => import('./a/page.tsx'))`. The build for the server
 * adds the name of the module (vite.config.ts).
 */
export function lazyPage(importModule: () => Promise<{ Page: ComponentType }>, module?: string): LazyPage {
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
