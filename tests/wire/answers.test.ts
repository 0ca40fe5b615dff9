import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Empty, call, content } from '#contract/call.ts'
import { Nullable } from '#contract/schema.ts'
import { answerOf, assertAnswer } from './answers.ts'

const getSeat = call({
  operationId: 'getSeat',
  summary: 'A seat',
  tag: 'test',
  method: 'GET',
  path: '/seat',
  responses: {
    200: Type.Object({ row: Type.Integer(), holder: Nullable(Type.Object({ name: Type.String() })) }),
    201: content('image/*', 'Its picture'),
    404: Empty,
  },
})

const json = (status: number, value: unknown): Response => Response.json(value, { status })

describe('an answer is accepted when', () => {
  test('it has exactly the members of its schema', async () => {
    await expect(assertAnswer(getSeat, json(200, { row: 3, holder: { name: 'Ada' } }))).resolves.toEqual({
      row: 3,
      holder: { name: 'Ada' },
    })
  })

  test('a nullable member is null', async () => {
    const seat = await answerOf(getSeat, 200, json(200, { row: 3, holder: null }))
    expect(seat.row).toBe(3)
  })

  test('it is empty and may be', async () => {
    await expect(assertAnswer(getSeat, new Response(null, { status: 404 }))).resolves.toBeUndefined()
  })

  test('its media type is one of the allowed family', async () => {
    await assertAnswer(getSeat, new Response('x', { status: 201, headers: { 'content-type': 'image/png' } }))
  })

  test('it comes from the server without a network', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    await assertAnswer(getSeat, { statusCode: 200, headers, body: '{"row":1,"holder":null}' })
  })
})

describe('an answer is refused when', () => {
  test.each([
    ['a member is missing', json(200, { row: 3 }), 'holder'],
    ['a member is unknown', json(200, { row: 3, holder: null, secret: 1 }), 'additional'],
    ['a member of a nullable object is unknown', json(200, { row: 3, holder: { name: 'A', secret: 1 } }), 'additional'],
    ['a type is wrong', json(200, { row: '3', holder: null }), '/row must be integer'],
    ['its status is unknown', json(500, {}), 'a status that its contract does not know'],
    ['it has a body where none belongs', json(404, {}), 'a body where none belongs'],
    ['it is text instead of JSON', new Response('{}', { status: 200 }), 'instead of JSON'],
    ['its media type is another', json(201, {}), 'media type application/json'],
  ])('%s', async (_, response, complaint) => {
    await expect(assertAnswer(getSeat, response)).rejects.toThrow(complaint)
  })

  test('another status was expected', async () => {
    const answer = answerOf(getSeat, 200, new Response(null, { status: 404 }))
    await expect(answer).rejects.toThrow('answered 404 instead of 200')
  })
})
