import type { RouteOptions } from 'fastify'
import { onServer } from '../../support/shop/on-server.ts'

/** Makes a server, and returns all its routes as they were registered: `GET /api/v2/info`. */
export async function collectingRoutes<Made>(make: () => Promise<Made>): Promise<[made: Made, routes: string[]]> {
  const routes: string[] = []
  const made = await onServer(make, app => {
    app.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  })
  return [made, routes]
}
