import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { openApiPath } from '#contract/paths.ts'

/**
 * Publishes the OpenAPI document of all routes that are registered after it and carry a schema (contract/call.ts).
 * A route with `schema: { hide: true }` stays out of it.
 */
export async function publishOpenApi(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Foyer', description: 'What this shop answers, generated from its contract.', version },
      servers: [{ url: '/' }],
    },
  })
  app.get(openApiPath, { schema: { hide: true } }, () => app.swagger())
}
