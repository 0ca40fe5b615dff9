import type { TSchema } from 'typebox'
import { openApiPath } from '#contract/paths.ts'
import { type Json, isJson, listOf } from '../open-api.ts'
import { openApiDocument } from '../served-document.ts'

/** A call as the published document describes it. */
export type Operation = {
  /** As the server names the route: `POST /api/v2/public/event/:shortName/reserve-tickets`. */
  readonly route: string
  readonly method: string
  /** Parameters are `:name`, and `*` the rest of the address. */
  readonly path: string
  readonly params: readonly Parameter[]
  readonly query: readonly Parameter[]
  readonly headers: readonly Parameter[]
  /** Of a JSON body. */
  readonly body?: TSchema
  /** Status to media types with their schemas; none where the answer has no body. */
  readonly answers: ReadonlyMap<number, ReadonlyMap<string, TSchema>>
}

export type Parameter = { readonly name: string; readonly schema: Json; readonly isRequired: boolean }

/** Every call that a running shop says it has, pages not among them. */
export async function publishedOperations(url: string): Promise<Operation[]> {
  const document = openApiDocument(await (await fetch(url + openApiPath)).json())
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isJson(operation) ? [operationOf(method.toUpperCase(), path, operation)] : [],
    ),
  )
}

function operationOf(method: string, path: string, operation: Json): Operation {
  const named = path.replaceAll(/\{(\w+)\}/g, ':$1').replace('{*}', '*')
  const parameters = listOf(operation['parameters']).filter(isJson)
  const body = inJson(operation['requestBody'])
  return {
    route: `${method} ${named}`,
    method,
    path: named,
    params: placed(parameters, 'path'),
    query: placed(parameters, 'query'),
    headers: placed(parameters, 'header'),
    ...(body && { body }),
    answers: new Map(
      Object.entries(isJson(operation['responses']) ? operation['responses'] : {}).map(([status, answer]) => [
        Number(status),
        mediaOf(answer),
      ]),
    ),
  }
}

const placed = (parameters: readonly Json[], place: string): Parameter[] =>
  parameters
    .filter(parameter => parameter['in'] === place)
    .map(({ name, schema, required }) => ({
      name: String(name),
      schema: isJson(schema) ? schema : {},
      isRequired: required === true,
    }))

const inJson = (described: unknown): TSchema | undefined => mediaOf(described).get('application/json')

function mediaOf(described: unknown): ReadonlyMap<string, TSchema> {
  const content = isJson(described) && isJson(described['content']) ? described['content'] : {}
  const schemaOf = (media: unknown): TSchema => (isJson(media) && isJson(media['schema']) ? media['schema'] : {})
  return new Map(Object.entries(content).map(([type, media]) => [type, schemaOf(media)]))
}
