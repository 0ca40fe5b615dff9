import type { onRequestAsyncHookHandler } from 'fastify'
import type { Verb } from '#domain/access/principal/principal.ts'
import { onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface is merged
  interface FastifyContextConfig {
    /** What a route of the entrance is for. */
    readonly verb?: Verb
  }
}

/** What the options of a route say of who is let in. */
type DoorOptions = {
  readonly onRequest: onRequestAsyncHookHandler
  readonly config: { readonly verb: Verb }
}

/** As `onlyFor`, and kept with the route, so that only the same callers learn its other methods. */
export function onlyForDoor(verb: Verb, shop: Shop): DoorOptions {
  return { onRequest: onlyFor(verb, shop), config: { verb } }
}
