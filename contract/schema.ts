import { Type, type Static, type TSchema, type TUnsafe, type TObject, type TProperties } from 'typebox'
import { MAX_INTEGER, MAX_LIST_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'

/**
 * Building blocks of the schemas. Nullable types are written `type: [..., 'null']`, never `anyOf`: a validator that
 * coerces would turn a null into an empty string while trying the first branch.
 */
export function Nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values, ...rest }: { type?: unknown; enum?: unknown } = { ...schema }
  if (typeof type !== 'string') throw new Error('only a schema of one type can be made nullable')
  return Type.Unsafe<Static<Schema> | null>({
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...rest,
  })
}

/** One of these words. */
export function OneOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })
}

/** An object with any keys and values of one kind. */
export function MapOf<Schema extends TSchema>(
  schema: Schema,
  options: { maxProperties?: number; description?: string } = {},
): TUnsafe<Record<string, Static<Schema>>> {
  return Type.Unsafe<Record<string, Static<Schema>>>({ type: 'object', additionalProperties: schema, ...options })
}

/** Language code to text. */
export const LangMap = MapOf(Type.String())
export type LangMap = Static<typeof LangMap>

/** A member of a request that may be left out or null. */
export function Maybe<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Nullable(schema))
}

/** Text in a request, bounded so that no one can fill the memory. */
export function Text(maxLength: number = MAX_TEXT_LENGTH) {
  return Type.String({ maxLength })
}

/** A whole number in a request, within what the database can hold. */
export const Whole = Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER })

/** A list in a request. */
export function ListOf<Schema extends TSchema>(schema: Schema) {
  return Type.Array(schema, { maxItems: MAX_LIST_LENGTH })
}

/** A map in a request. */
export function BoundedMapOf<Schema extends TSchema>(schema: Schema) {
  return MapOf(schema, { maxProperties: MAX_LIST_LENGTH })
}

/** An object that also carries members its schema doesn't name. */
export function OpenObject<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: true })
}
