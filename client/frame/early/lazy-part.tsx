import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCameWithPage } from '#client/routing/hydration.ts'
import { markStill } from './awake.ts'
import type { takeOver as takeOverStill } from './take-over.ts'

/** A part of a page in a bundle of its own. */
export type LazyPart<Props> = {
  /** Fetches the bundle; the server does so before it renders. */
  load(): Promise<void>
  readonly Component: ComponentType<Placed<Props>>
}

type Placed<Props> = {
  readonly with: Props
  /** Is shown until the bundle is here, where the server has rendered nothing. */
  readonly shape: ReactNode
  readonly className?: string | undefined
}

/**
 * Makes a part of a page of a module that exports `Part`. What the server has rendered stays as it is until the bundle
 * is here, whatever happens on the page meanwhile. (A boundary of Suspense would give it up at the first change.)
 */
export function lazyPart<Props extends object>(
  importModule: () => Promise<{ Part: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let takeOver: typeof takeOverStill | undefined

  /** Goes on until it comes: the page around it works without. */
  async function arrive(): Promise<void> {
    while (loaded === undefined) {
      const modules = await Promise.all([importModule(), import('./take-over.ts')]).catch(() => pause(AGAIN_AFTER_MS))
      loaded = modules?.[0].Part
      takeOver = modules?.[1].takeOver
    }
  }

  function load(): Promise<void> {
    loading ??= arrive()
    return loading
  }

  function Component({ with: props, shape, className }: Placed<Props>) {
    const [Part, setPart] = useState(() => loaded)
    const isServerRendered = useCameWithPage()
    const still = useRef<HTMLDivElement>(null)
    useEffect(() => {
      const answer = still.current ? markStill(still.current) : undefined
      const becomeInteractive = () => {
        answer?.()
        setPart(() => loaded)
      }
      void load().then(() => takeOver?.(still.current, becomeInteractive))
      return answer
    }, [])
    if (Part) {
      return (
        <div key="alive" className={className}>
          <Part {...props} />
        </div>
      )
    }
    // React leaves alone what it finds in an element whose content is not its own.
    if (isServerRendered)
      return <div key="still" ref={still} className={className} suppressHydrationWarning {...UNCHANGED} />
    return <div className={className}>{shape}</div>
  }

  return { load, Component }
}

const UNCHANGED = { dangerouslySetInnerHTML: { __html: '' } }

const AGAIN_AFTER_MS = 4_000
const pause = (milliseconds: number): Promise<undefined> =>
  new Promise(resolve => setTimeout(() => resolve(undefined), milliseconds))
