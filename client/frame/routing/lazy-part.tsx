import { type ComponentType, use } from 'react'

/** A part of a page, or a page, in a bundle of its own. */
export type LazyPart<Props> = {
  /** Fetches the bundle, once; a failed download may be tried again. Once it is here the part renders without waiting. */
  load(): Promise<ComponentType<Props>>
  /** The part, if its bundle is here. */
  loaded(): ComponentType<Props> | undefined
  /**
   * Suspends until the bundle is here. Without a boundary around the part the whole page waits, and nothing of it moves when the
   * part comes; a part that is shown after a press is loaded before it.
   */
  readonly Component: ComponentType<Props>
}

export function lazyPart<Props extends object>(importIt: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const load = () =>
    (loading ??= importIt().then(
      imported => (part = imported),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))

  function Component(props: Props) {
    const Part = part ?? use(load())
    return <Part {...props} />
  }
  return { load, loaded: () => part, Component }
}
