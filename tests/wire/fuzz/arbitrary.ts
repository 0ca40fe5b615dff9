import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { HOSTILE_VALUES } from '../hostile.ts'
import { type Json, isJson, listOf } from '../open-api.ts'

/** How often a part is replaced by a wrong value: one in as many. Infinity: never. */
export type Rarity = number

const MEANINGFUL = [
  'en',
  'CHF',
  '12.50',
  '2027-05-15T09:00',
  '2027-05-15',
  'ada@example.org',
  'EVENT',
  'OFFLINE',
  'TENOFF10',
  'https://tickets.example.org/x?y=z',
  ':reservationId',
  ':ticketIdentifier',
  ':shortName',
] as const

/** Values that a JSON schema allows, parts of them replaced. It knows what the published document makes use of. */
export function anyOfSchema(schema: TSchema | Json, rarity: Rarity): fc.Arbitrary<unknown> {
  return replacedNowAndThen(allowed({ ...schema }, rarity), rarity)
}

function allowed(schema: Json, rarity: Rarity): fc.Arbitrary<unknown> {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (Array.isArray(type)) return fc.oneof(...type.map(one => allowed({ ...schema, type: one }, rarity)))
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return anyWhole(schema)
    case 'number':
      return fc.oneof(
        anyWhole(schema),
        fc.integer({ min: 0, max: 100_000 }).map(cents => cents / 100),
      )
    case 'string':
      return anyText(schema)
    case 'array':
      return fc.array(anyOfSchema(isJson(schema['items']) ? schema['items'] : {}, rarity), { maxLength: 3 })
    case 'object':
      return anyObject(schema, rarity)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function anyWhole({ minimum, maximum }: Json): fc.Arbitrary<number> {
  const [min, max] = [boundOf(minimum, -2_147_483_648), boundOf(maximum, 2_147_483_647)]
  const small = fc.integer({ min: Math.max(min, 0), max: Math.min(Math.max(min, 0) + 5, max) })
  return fc.oneof({ weight: 3, arbitrary: small }, { weight: 1, arbitrary: fc.integer({ min, max }) })
}

function anyText({ pattern, maxLength, format }: Json): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  const max = boundOf(maxLength, 10_000)
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...MEANINGFUL) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(max, 30) }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(max, 30) }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(max), 'x'.repeat(max + 1)) },
  )
}

function anyObject(schema: Json, rarity: Rarity): fc.Arbitrary<unknown> {
  const { properties, additionalProperties } = schema
  const members = Object.entries(isJson(properties) ? properties : {})
  if (members.length === 0) {
    const values = isJson(additionalProperties)
      ? anyOfSchema(additionalProperties, rarity)
      : fc.jsonValue({ maxDepth: 1 })
    return fc.dictionary(fc.oneof(fc.constantFrom(...MEANINGFUL), fc.string({ maxLength: 10 })), values, { maxKeys: 3 })
  }
  const required = listOf(schema['required'])
  const parts = members.map(([name, part]) => {
    const value = anyOfSchema(isJson(part) ? part : {}, rarity)
    const isLeftOut = required.includes(name) ? rarity : 2
    return leftOutNowAndThen(value, isLeftOut).map(made => [name, made] as const)
  })
  return fc.tuple(...parts).map(joined)
}

/** What was good once, parts of it replaced, changed or left out. */
export function nearly(example: unknown, rarity: Rarity): fc.Arbitrary<unknown> {
  return replacedNowAndThen(fc.oneof(often(partsOf(example, rarity), rarity), seldom(changed(example))), rarity)
}

function partsOf(example: unknown, rarity: Rarity): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) return fc.tuple(...example.map(member => nearly(member, rarity)))
  if (!isJson(example)) return fc.constant(example)
  const parts = Object.entries(example).map(([name, member]) =>
    leftOutNowAndThen(nearly(member, rarity), rarity).map(made => [name, made] as const),
  )
  return fc.tuple(...parts).map(joined)
}

/** Something else of the same kind. */
function changed(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example === 'boolean') return fc.constant(!example)
  if (typeof example === 'number')
    return fc.constantFrom(example + 1, example - 1, -example, example * 1000, example / 3)
  if (Array.isArray(example)) return fc.constantFrom([], [...example, ...example], example.toReversed())
  if (typeof example === 'string') {
    return fc.oneof(
      fc.constantFrom(`${example} `, example.toUpperCase(), example.slice(1), `${example}${example}`, null),
      fc.constantFrom(...MEANINGFUL),
    )
  }
  return fc.constant({})
}

const LEFT_OUT = Symbol('left out')

const leftOutNowAndThen = (value: fc.Arbitrary<unknown>, rarity: Rarity): fc.Arbitrary<unknown> =>
  Number.isFinite(rarity) ? fc.oneof(often(value, rarity), seldom(fc.constant(LEFT_OUT))) : value

function joined(parts: readonly (readonly [name: string, value: unknown])[]): unknown {
  return Object.fromEntries(parts.filter(([, value]) => value !== LEFT_OUT))
}

const replacedNowAndThen = (value: fc.Arbitrary<unknown>, rarity: Rarity): fc.Arbitrary<unknown> =>
  Number.isFinite(rarity) ? fc.oneof(often(value, rarity), seldom(fc.constantFrom(...HOSTILE_VALUES))) : value

const often = <T>(arbitrary: fc.Arbitrary<T>, rarity: Rarity) => ({
  weight: Number.isFinite(rarity) ? rarity - 1 : 1_000,
  arbitrary,
})
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => ({ weight: 1, arbitrary })

const boundOf = (bound: unknown, otherwise: number): number => (typeof bound === 'number' ? bound : otherwise)
