import { type ComponentType, type ReactNode, Suspense, memo, use } from 'react'

/** A part of a page in a bundle of its own. */
export type LazyPart<Props> = {
  /** Fetches the bundle; the server does so before it renders. */
  load(): Promise<void>
  readonly Component: ComponentType<Placed<Props>>
}

/**
 * Makes a part of a page of a module that exports `Part`. What the server has rendered stands as it is until the bundle
 * is here; where it has rendered nothing, the `shape` stands meanwhile.
 */
export function lazyPart<Props extends object>(
  importModule: () => Promise<{ Part: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  /** Goes on until it comes: the page around it works without. */
  async function arrive(): Promise<void> {
    for (;;) {
      try {
        loaded = (await importModule()).Part
        return
      } catch {
        await pause(AGAIN_AFTER_MS)
      }
    }
  }

  function load(): Promise<void> {
    loading ??= arrive()
    return loading
  }

  function Arriving(props: Props) {
    if (loaded === undefined) use(load())
    const Part = loaded
    return Part === undefined ? null : <Part {...props} />
  }

  function Place({ with: props, shape }: Placed<Props>) {
    return (
      <Suspense fallback={shape}>
        <Arriving {...props} />
      </Suspense>
    )
  }

  return { load, Component: memo(Place, isUnchanged) }
}

type Placed<Props> = { readonly with: Props; readonly shape: ReactNode }

/** To change a part that isn't here yet would take away what the server has rendered: nothing but a reason does. */
function isUnchanged<Props extends object>({ with: before }: Placed<Props>, { with: after }: Placed<Props>): boolean {
  const changed = Object.entries(after).some(([name, value]) => !Object.is(Reflect.get(before, name), value))
  return !changed && Object.keys(before).length === Object.keys(after).length
}

const AGAIN_AFTER_MS = 4_000
const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))
