import { type Field, fieldsOf } from './fields.ts'
import { type Json, type OpenApiDocument, isJson, listOf, resolve } from './open-api.ts'

/** Media type to the places of its schema; empty when there is no body. */
export type Bodies = ReadonlyMap<string, ReadonlyMap<string, Field>>

/** A call in the form in which two documents can be laid beside each other. */
export type DescribedCall = {
  /** Method and path, parameters as the document names them. */
  readonly title: string
  /** `path 1`, `query lang`, `header If-None-Match` to the places of the parameter's schema. */
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, Field>>
  readonly request: Bodies
  readonly answers: ReadonlyMap<string, Bodies>
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** All calls of a document by method and path, in which parameters are `{}`: documents may name them differently. */
export function callsOf(document: OpenApiDocument): Map<string, DescribedCall> {
  const calls = new Map<string, DescribedCall>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter(name => isJson(item[name]))) {
      const title = `${method.toUpperCase()} ${path}`
      calls.set(
        title.replaceAll(/\{[^}]*\}/g, '{}'),
        described(document, { title, path, item, operation: resolve(document, item[method]) }),
      )
    }
  }
  return calls
}

type Operation = { readonly title: string; readonly path: string; readonly item: Json; readonly operation: Json }

function described(document: OpenApiDocument, { title, path, item, operation }: Operation): DescribedCall {
  const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map(one => resolve(document, one))
  const responses = isJson(operation.responses) ? Object.entries(operation.responses) : []
  return {
    title,
    parameters: new Map(
      parameters.map(one => [nameOf(one, path), fieldsOf(document, one.schema, one.required === true)]),
    ),
    request: bodiesOf(document, resolve(document, operation.requestBody)),
    answers: new Map(responses.map(([status, answer]) => [status, bodiesOf(document, resolve(document, answer))])),
  }
}

/** Path parameters go by their position, the others by their name. */
function nameOf({ in: place, name }: Json, path: string): string {
  if (place !== 'path') return `${String(place)} ${String(name)}`
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(match => match[1])
  return `path ${names.indexOf(String(name)) + 1}`
}

function bodiesOf(document: OpenApiDocument, { content }: Json): Bodies {
  if (!isJson(content)) return new Map()
  return new Map(
    Object.entries(content).map(([mediaType, body]) => [
      (mediaType.split(';')[0] ?? mediaType).trim(),
      fieldsOf(document, isJson(body) ? body.schema : {}),
    ]),
  )
}
