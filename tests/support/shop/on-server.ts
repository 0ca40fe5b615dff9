import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Runs `act`; each HTTP server that it makes is prepared before it has any route or hook. */
export async function onServer<Made>(act: () => Promise<Made>, prepare: (app: FastifyInstance) => void): Promise<Made> {
  const initialization = channel('fastify.initialization')
  const listen = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    prepare(fastify)
  }
  initialization.subscribe(listen)
  try {
    return await act()
  } finally {
    initialization.unsubscribe(listen)
  }
}
