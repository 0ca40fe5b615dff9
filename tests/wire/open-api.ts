/** The parts of an OpenAPI 3.1 document that the comparison reads. */
export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: unknown
}

export type Json = Readonly<Record<string, unknown>>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object itself, or what its `$ref` points to, with the members beside the reference laid over it. */
export function resolve(document: OpenApiDocument, value: unknown): Json {
  if (!isJson(value)) return {}
  const { $ref: reference, ...beside } = value
  if (typeof reference !== 'string') return value
  return { ...resolve(document, pointedAt(document, reference)), ...beside }
}

function pointedAt(document: OpenApiDocument, reference: string): unknown {
  let target: unknown = document
  for (const part of reference.replace('#/', '').split('/')) {
    target = isJson(target) ? target[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }
  if (target === undefined) throw new Error(`${reference} points nowhere`)
  return target
}

/** The members of a list in a document; nothing where it isn't one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
