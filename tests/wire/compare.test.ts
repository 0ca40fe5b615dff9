import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'
import type { OpenApiDocument } from './open-api.ts'

const seatOf = (schema: unknown, parts: { parameters?: unknown[]; components?: unknown } = {}): OpenApiDocument => ({
  paths: {
    '/seat/{id}': {
      get: {
        parameters: parts.parameters ?? [],
        responses: { 200: { description: 'A seat', content: { 'application/json': { schema } } } },
      },
    },
  },
  components: parts.components,
})

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const text = { type: 'string' }

/** What the comparison says about the bodies alone. */
function found(ours: unknown, theirs: unknown): readonly string[] {
  const start = 'GET /seat/{id} answer 200 application/json '
  return compare(seatOf(ours), [seatOf(theirs)]).differences.map(difference => difference.replace(start, ''))
}

describe('members', () => {
  test('one that we lack, and one that only we have, are differences', () => {
    expect(found(object({ row: text }), object({ number: text }))).toEqual([
      '.number: missing',
      '.row: not in the reference',
    ])
  })

  test('a missing object is reported once, not member by member', () => {
    expect(found(object({}), object({ holder: object({ name: text }) }))).toEqual(['.holder: missing'])
  })

  test('deep inside lists and maps they are found too', () => {
    const nested = (inner: object) =>
      object({ rows: { type: 'array', items: { type: 'object', additionalProperties: object(inner) } } })
    expect(found(nested({ a: text }), nested({ a: { type: 'integer' } }))).toEqual([
      '.rows[]{}.a: string, reference integer',
    ])
  })

  test('more of them are welcome where the reference is open', () => {
    expect(found(object({ row: text }), { type: 'object', additionalProperties: true })).toEqual([])
  })

  test('required here and optional there, or the other way round, is a difference', () => {
    const required = object({ row: text }, { required: ['row'] })
    expect(found(required, object({ row: text }))).toEqual(['.row: required, reference optional'])
    expect(found(object({ row: text }), required)).toEqual(['.row: optional, reference required'])
  })
})

describe('types', () => {
  test('null counts, however it is written', () => {
    const listed = { type: ['string', 'null'] }
    const alternative = { anyOf: [text, { type: 'null' }] }
    expect(found(object({ row: listed }), object({ row: alternative }))).toEqual([])
    expect(found(object({ row: text }), object({ row: alternative }))).toEqual(['.row: string, reference null|string'])
  })

  test('words are compared without their order, a constant is one word', () => {
    const words = (...values: (string | null)[]) => object({ row: { type: ['string', 'null'], enum: values } })
    expect(found(words('A', 'B', null), words('B', null, 'A'))).toEqual([])
    expect(found(words('A', 'C'), words('A', 'B'))).toEqual(['.row: also C', '.row: without B'])
    expect(found({ type: 'boolean', enum: [true] }, { type: 'boolean', const: true })).toEqual([])
    expect(found(text, { type: 'string', const: 'OK' })).toEqual(['(all): any words, reference only some'])
    expect(found({ type: 'string', const: 'OK' }, text)).toEqual(['(all): only OK'])
  })

  test('a nullable list of words stays a list of words', () => {
    const nullable = { anyOf: [{ type: 'string', enum: ['A', 'B'] }, { type: 'null' }] }
    expect(found({ type: ['string', 'null'], enum: ['A', 'B', null] }, nullable)).toEqual([])
    expect(found({ type: ['string', 'null'], enum: ['A', null] }, nullable)).toEqual(['(all): without B'])
  })

  test('all parts of a combined schema count', () => {
    const combined = {
      allOf: [object({ success: { type: 'boolean' }, value: {} }, { required: ['value'] }), object({ value: text })],
    }
    const plain = object({ success: { type: 'boolean' }, value: text }, { required: ['value'] })
    expect(found(plain, combined)).toEqual([])
    expect(found(object({ success: { type: 'boolean' } }), combined)).toEqual(['.value: missing'])
  })

  test('references are followed', () => {
    const components = { schemas: { Row: text, Seat: object({ row: { $ref: '#/components/schemas/Row' } }) } }
    const reference = seatOf({ $ref: '#/components/schemas/Seat' }, { components })
    expect(compare(seatOf(object({ row: text })), [reference]).differences).toEqual([])
    expect(compare(seatOf(object({ row: { type: 'integer' } })), [reference]).differences).toEqual([
      'GET /seat/{id} answer 200 application/json .row: integer, reference string',
    ])
  })
})

describe('calls', () => {
  const withPath = (path: string, operation: object = {}): OpenApiDocument => ({
    paths: { [path]: { post: operation } },
  })

  test('a call that is not served, and one that only we serve, are differences', () => {
    expect(compare(withPath('/ours'), [withPath('/theirs')]).differences).toEqual([
      'POST /ours: not in the reference',
      'POST /theirs: not served',
    ])
  })

  test('path parameters may have other names', () => {
    expect(compare(withPath('/seat/{id}'), [withPath('/seat/{number}')]).differences).toEqual([])
  })

  test('several references are one contract', () => {
    const ours: OpenApiDocument = { paths: { '/a': { get: {} }, '/b': { get: {} } } }
    const references: OpenApiDocument[] = [{ paths: { '/a': { get: {} } } }, { paths: { '/b': { get: {} } } }]
    expect(compare(ours, references)).toMatchObject({ differences: [], seen: { calls: 2 } })
  })

  test('parameters are compared by place, name, type and need', () => {
    const parameter = (name: string, required: boolean, type = 'string') => ({
      name,
      in: 'query',
      required,
      schema: { type },
    })
    const ours = seatOf(text, { parameters: [parameter('lang', false), parameter('page', false, 'integer')] })
    const theirs = seatOf(text, { parameters: [parameter('lang', true), parameter('code', false)] })
    expect(compare(ours, [theirs]).differences).toEqual([
      'GET /seat/{id} query code: missing',
      'GET /seat/{id} query lang (all): optional, reference required',
      'GET /seat/{id} query page: not in the reference',
    ])
  })

  test('statuses, media types and request bodies are compared', () => {
    const body = (schema: object) => ({ content: { 'application/json': { schema } } })
    const ours = withPath('/a', {
      requestBody: body(object({ a: text })),
      responses: { 200: {}, 400: {}, 404: body(text) },
    })
    const theirs = withPath('/a', { requestBody: body(object({ b: text })), responses: { 200: {}, 404: {}, 422: {} } })
    expect(compare(ours, [theirs]).differences).toEqual([
      'POST /a answer 400: not in the reference',
      'POST /a answer 404 application/json: not in the reference',
      'POST /a answer 422: missing',
      'POST /a request application/json .a: not in the reference',
      'POST /a request application/json .b: missing',
    ])
  })

  test('a request body without a described content needs no counterpart', () => {
    const theirs = withPath('/a', { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } })
    expect(compare(withPath('/a'), [theirs]).differences).toEqual([])
  })

  test('it returns how much it has seen', () => {
    const seat = seatOf(object({ row: text, holder: object({ name: text }) }))
    expect(compare(seat, [seat]).seen).toEqual({ calls: 1, answers: 1, fields: 4 })
    expect(compare({ paths: {} }, [{ paths: {} }]).seen).toEqual({ calls: 0, answers: 0, fields: 0 })
  })
})
