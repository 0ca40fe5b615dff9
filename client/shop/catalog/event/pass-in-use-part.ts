import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import type { PassInUseProps } from '../pass-in-use.tsx'

/** Fetched where the address names a pass: most visitors have none. */
export const passInUse = lazyPart<PassInUseProps>(async () => ({
  Part: (await import('../pass-in-use.tsx')).PassInUse,
}))
