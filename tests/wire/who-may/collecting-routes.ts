import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Makes a server, and tells every route of it, as the server was told of them: `GET /api/v2/info`. */
export async function collectingRoutes<Made>(make: () => Promise<Made>): Promise<[made: Made, routes: string[]]> {
  const routes: string[] = []
  const initialization = channel('fastify.initialization')
  const listen = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  initialization.subscribe(listen)
  try {
    return [await make(), routes]
  } finally {
    initialization.unsubscribe(listen)
  }
}
