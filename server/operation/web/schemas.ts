import type { FastifyInstance } from 'fastify'
import validators from '@fastify/ajv-compiler'
import serializers from '@fastify/fast-json-stringify-compiler'

/**
 * Compiles what checks requests and what writes answers when the first request needs it, once for each schema of this
 * process: a start compiles none of some 1,400 (0.3 s of processor), a second server of the same process compiles nothing
 * again.
 */
export function compileAtFirstUse(app: FastifyInstance): void {
  app.setValidatorCompiler(route => {
    let validate: ReturnType<typeof compileValidator> | undefined
    return data => {
      validate ??= compileValidator(route)
      // The checker replaces a whole body or query, where it has to, in what it is a part of.
      const whole = { data }
      const place = {
        parentData: whole,
        parentDataProperty: 'data',
        rootData: data,
        instancePath: '',
        dynamicAnchors: {},
      }
      if (validate(data, place) === false) return { error: validate.errors ?? [] }
      return whole.data === data || { value: whole.data }
    }
  })
  app.setSerializerCompiler(route => {
    let serialize: Serialize | undefined
    return answer => {
      serialize ??= serializerOf(route.schema)
      return serialize(answer)
    }
  })
}

// By itself it keeps what it has compiled, by the identity of the schema.
const compileValidator = validators()(
  {},
  { customOptions: { coerceTypes: 'array', useDefaults: true, removeAdditional: false, allowUnionTypes: true } },
)

const compileSerializer = serializers()({}, {})
type Serialize = ReturnType<typeof compileSerializer>
const compiled = new Map<string, Serialize>()

/** Most answers are those of many calls (a refusal, a page that is not there): of 900 writers a hundred differ. */
function serializerOf(schema: unknown): Serialize {
  const key = JSON.stringify(schema)
  const serialize = compiled.get(key) ?? compileSerializer({ schema, method: '', url: '', httpStatus: '' })
  compiled.set(key, serialize)
  return serialize
}
