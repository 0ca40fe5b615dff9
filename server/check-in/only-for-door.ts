import type { onRequestAsyncHookHandler } from 'fastify'
import type { ApiKeyRole } from '#server/api-key/api-key.ts'
import { onlyFor } from '#server/api-key/guard.ts'
import type { Shop } from '#server/context.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface is merged
  interface FastifyContextConfig {
    /** Who is let in at a route of the door. */
    readonly roles?: readonly ApiKeyRole[]
  }
}

/** What the options of a route say of who is let in. */
type DoorOptions = {
  readonly onRequest: onRequestAsyncHookHandler
  readonly config: { readonly roles: readonly ApiKeyRole[] }
}

/** As `onlyFor`, and kept with the route, so that its other methods are told to the same roles only. */
export function onlyForDoor(roles: readonly ApiKeyRole[], shop: Shop): DoorOptions {
  return { onRequest: onlyFor(roles, shop), config: { roles } }
}
