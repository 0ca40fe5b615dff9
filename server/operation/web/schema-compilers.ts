import validators from '@fastify/ajv-compiler'
import serializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = Required<NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>>

const buildSerializer = serializers()
const known = new Map<string, ReturnType<ReturnType<Factories['buildSerializer']>>>()

/**
 * What checks requests and writes answers, made once for each schema of this process. Most answers are those of many calls (a refusal, a
 * page that is not there): of 900 writers a hundred differ. A second server of the same process compiles nothing again.
 */
export const schemaCompilers: Factories = {
  // By itself it keeps what it has compiled, by the identity of the schema.
  buildValidator: validators(),
  buildSerializer: (...settings) => {
    const compile = buildSerializer(...settings)
    return route => {
      const key = JSON.stringify([settings, route.schema])
      const serialize = known.get(key) ?? compile(route)
      known.set(key, serialize)
      return serialize
    }
  },
}
