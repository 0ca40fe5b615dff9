import Fastify from 'fastify'
import { allCalls } from '#contract/all-calls.ts'
import { routeSchema } from '#contract/call.ts'
import { openApiPath } from '#contract/paths.ts'
import { publishOpenApi } from '#server/operation/web/openapi.ts'
import { type OpenApiDocument, isJson } from './open-api.ts'

/** The document of the whole contract, published by a server that has its routes but none of their work. */
export async function documentOfContract(): Promise<OpenApiDocument> {
  const app = Fastify({ ajv: { customOptions: { allowUnionTypes: true } } })
  await publishOpenApi(app, { version: '0' })
  for (const { method, path, ...call } of allCalls) {
    app.route({ method, url: path, schema: routeSchema({ method, path, ...call }), handler: neverCalled })
  }
  const answer = await app.inject(openApiPath)
  await app.close()
  return openApiDocument(answer.json())
}

/** Reads a parsed document; throws when it is none. */
export function openApiDocument(parsed: unknown): OpenApiDocument {
  if (!isJson(parsed) || !isJson(parsed.paths)) throw new Error('not an OpenAPI document')
  const paths = Object.entries(parsed.paths).map(([path, item]) => [path, isJson(item) ? item : {}] as const)
  return { paths: Object.fromEntries(paths), components: parsed.components }
}

function neverCalled(): never {
  throw new Error('this server only describes itself')
}
