import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compileAtFirstUse } from './schemas.ts'

function server() {
  const app = fastify()
  compileAtFirstUse(app)
  return app
}

test('a server opens without compiling: a schema that cannot be compiled fails the request that needs it', async () => {
  const app = server()
  app.post('/broken', { schema: { body: { type: 'no type' } } }, () => 'never')
  app.post('/whole', { schema: { body: { type: 'object' } } }, () => 'good')
  await app.ready()
  expect((await app.inject({ method: 'POST', url: '/whole', payload: {} })).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/broken', payload: {} })).statusCode).toBe(500)
})

test('each request is checked by the schema of its call, from the first one on', async () => {
  const app = server()
  const body = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } }
  app.post('/count', { schema: { body } }, ({ body: count }) => count)
  for (const _ of [1, 2]) {
    const refused = await app.inject({ method: 'POST', url: '/count', payload: {} })
    expect([refused.statusCode, refused.json().message]).toEqual([400, "body must have required property 'count'"])
    expect((await app.inject({ method: 'POST', url: '/count', payload: { count: '7' } })).json()).toEqual({ count: 7 })
  }
})

test('a single value becomes a list where a list is due, in a part of the body and as the whole', async () => {
  const app = server()
  const list = { type: 'array', items: { type: 'string' } }
  app.post('/whole', { schema: { body: list } }, ({ body }) => ({ body }))
  app.get('/part', { schema: { querystring: { type: 'object', properties: { id: list } } } }, ({ query }) => query)
  const whole = {
    method: 'POST',
    url: '/whole',
    payload: '"a"',
    headers: { 'content-type': 'application/json' },
  } as const
  expect((await app.inject(whole)).json()).toEqual({ body: ['a'] })
  expect((await app.inject('/part?id=a')).json()).toEqual({ id: ['a'] })
})

test('an answer is written by the schema of its status', async () => {
  const app = server()
  const response = {
    200: { type: 'object', properties: { shown: { type: 'string' } } },
    404: { type: 'object', properties: { reason: { type: 'string' } } },
  }
  const all = { shown: 'a', reason: 'b' }
  app.get('/here', { schema: { response } }, () => all)
  app.get('/gone', { schema: { response } }, (_request, reply) => reply.code(404).send(all))
  expect((await app.inject('/here')).json()).toEqual({ shown: 'a' })
  expect((await app.inject('/gone')).json()).toEqual({ reason: 'b' })
})
