import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { allCalls } from '#contract/all-calls.ts'
import { SECURITY_SCHEMES, securityOf, withCommonResponses } from '#contract/common-responses.ts'
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
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({ schema: described(schema, { url, route }), url }),
  })
  app.get(openApiPath, { schema: { hide: true } }, () => app.swagger())
}

/** With what every call of its kind can answer, and what it needs of the caller. */
function described(
  schema: FastifySchema,
  { url, route }: { readonly url: string; readonly route: RouteOptions },
): FastifySchema {
  const call = allCalls.find(({ method, path }) => path === url && method === route.method)
  if (!call) return schema
  return { ...schema, response: withCommonResponses(call), security: securityOf(call) }
}
