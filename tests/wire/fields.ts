import { type Json, type OpenApiDocument, isJson, listOf, resolve } from './open-api.ts'

/** One place of a schema: `.tickets[].email`, where `{}` is any key of a map. */
export type Field = {
  /** Sorted; empty when any type is allowed here. */
  readonly types: readonly string[]
  /** The words allowed here, sorted; null when any. */
  readonly values: readonly string[] | null
  readonly isRequired: boolean
  /** May carry members that the schema doesn't name. */
  readonly isOpen: boolean
}

/** All places of a schema by their path; the schema itself is at the empty path. */
export function fieldsOf(document: OpenApiDocument, schema: unknown, isRequired = true): Map<string, Field> {
  const fields = new Map<string, Field>()
  collect({ document, fields }, flattened(document, schema), '', isRequired)
  return fields
}

/** A schema without references, `allOf` and `anyOf`: what all its parts say together. */
type Flat = {
  readonly types: readonly string[]
  readonly values: readonly string[] | null
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  readonly mapValues: unknown
  readonly isOpen: boolean
}

type Collecting = { readonly document: OpenApiDocument; readonly fields: Map<string, Field> }

function collect({ document, fields }: Collecting, flat: Flat, path: string, isRequired: boolean): void {
  fields.set(path, { types: flat.types, values: flat.values, isRequired, isOpen: flat.isOpen })
  for (const [name, schema] of flat.properties) {
    collect({ document, fields }, flattened(document, schema), `${path}.${name}`, flat.required.has(name))
  }
  if (flat.items !== undefined) collect({ document, fields }, flattened(document, flat.items), `${path}[]`, true)
  if (isJson(flat.mapValues)) collect({ document, fields }, flattened(document, flat.mapValues), `${path}{}`, true)
}

function flattened(document: OpenApiDocument, value: unknown): Flat {
  const schema = resolve(document, value)
  const { allOf, anyOf, oneOf, ...own } = schema
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)].map(part => flattened(document, part))
  const parts = listOf(allOf).map(part => flattened(document, part))
  const chosen = alternatives.length === 0 ? [] : [alternatives.reduce(either)]
  return [...parts, ...chosen].reduce(both, ownPart(own))
}

function ownPart(schema: Json): Flat {
  const allowed = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined
  const types = typesOf(schema.type, allowed)
  return {
    types,
    values:
      allowed === undefined
        ? null
        : allowed
            .filter(word => word !== null)
            .map(String)
            .toSorted(),
    properties: new Map(isJson(schema.properties) ? Object.entries(schema.properties) : []),
    required: new Set(listOf(schema.required).map(String)),
    items: schema.items,
    mapValues: schema.additionalProperties,
    isOpen: schema.additionalProperties === true || isUntoldObject(schema, types),
  }
}

function isUntoldObject({ properties, additionalProperties }: Json, types: readonly string[]): boolean {
  return types.includes('object') && properties === undefined && additionalProperties === undefined
}

function typesOf(declared: unknown, allowed: readonly unknown[] | undefined): readonly string[] {
  if (typeof declared === 'string') return [declared]
  if (Array.isArray(declared)) return declared.map(String).toSorted()
  return [...new Set((allowed ?? []).map(word => (word === null ? 'null' : typeof word)))].toSorted()
}

/** What both say. A part that says nothing about types leaves them to the other. */
function both(a: Flat, b: Flat): Flat {
  const narrower =
    a.types.length === 0 ? b.types : b.types.length === 0 ? a.types : a.types.filter(type => b.types.includes(type))
  return {
    types: narrower,
    values: a.values ?? b.values,
    properties: new Map([...a.properties, ...b.properties]),
    required: new Set([...a.required, ...b.required]),
    items: b.items ?? a.items,
    mapValues: b.mapValues ?? a.mapValues,
    isOpen: a.isOpen && b.isOpen,
  }
}

/** What either allows; its words are closed only when every alternative but null names its own. */
function either(a: Flat, b: Flat): Flat {
  return {
    types: [...new Set([...a.types, ...b.types])].toSorted(),
    values: isNothing(a) ? b.values : isNothing(b) ? a.values : wordsOf(a, b),
    properties: new Map([...a.properties, ...b.properties]),
    required: new Set([...a.required, ...b.required]),
    items: a.items ?? b.items,
    mapValues: a.mapValues ?? b.mapValues,
    isOpen: a.isOpen || b.isOpen,
  }
}

const isNothing = (flat: Flat): boolean => flat.types.length === 1 && flat.types[0] === 'null'

function wordsOf(a: Flat, b: Flat): readonly string[] | null {
  const isText = (flat: Flat): boolean => flat.types.includes('string')
  const texts = [a, b].filter(isText)
  if (texts.length === 0 || texts.some(flat => flat.values === null)) return null
  return [...new Set(texts.flatMap(flat => flat.values ?? []))].toSorted()
}
