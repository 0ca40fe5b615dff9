import { expect, test } from 'vitest'
import { cleanBody } from './request.ts'

test('every text is cleaned, whatever it is in, but addresses of mail', () => {
  const body = {
    firstName: 'Ada\u202e',
    email: 'ada\u202e@example.org',
    tickets: { one: { additional: { meal: ['veg\u001ban', null, 1] } } },
    count: 1,
  }
  cleanBody(body)
  expect(body).toEqual({
    firstName: 'Ada',
    email: 'ada\u202e@example.org',
    tickets: { one: { additional: { meal: ['vegan', null, 1] } } },
    count: 1,
  })
})

test('a body of one text, and one that is nested deep, break nothing', () => {
  let deep: unknown = 'a'
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  for (const body of ['a', null, undefined, deep]) expect(() => cleanBody(body)).not.toThrow()
})
