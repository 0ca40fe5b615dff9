import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { Maybe, Nullable, OneOf } from './schema.ts'

describe('a nullable schema', () => {
  test('allows null and what it allowed before', () => {
    const schema = Nullable(Type.Object({ name: Type.String({ maxLength: 3 }) }))
    expect([null, { name: 'Ada' }].every(value => Value.Check(schema, value))).toBe(true)
    expect([{ name: 'Charles' }, {}, 'Ada'].some(value => Value.Check(schema, value))).toBe(false)
  })

  test('of words names null among them', () => {
    expect(Nullable(OneOf(['A', 'B']))).toMatchObject({ type: ['string', 'null'], enum: ['A', 'B', null] })
  })

  test('has one type: a choice of two cannot be made nullable', () => {
    expect(() => Nullable(Nullable(Type.String()))).toThrow('one type')
  })
})

test('a member that may be missing is not required, and may be null', () => {
  const schema = Type.Object({ code: Maybe(Type.String()) })
  expect([{}, { code: null }, { code: 'x' }].every(value => Value.Check(schema, value))).toBe(true)
  expect(Value.Check(schema, { code: 1 })).toBe(false)
})
