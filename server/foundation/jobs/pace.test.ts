import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { giveWayTo, inTurn, isQuiet, whenQuiet } from './pace.ts'

const LONG_MS = 60_000

/** Requests that wait for their answers until they are let go. */
type Crowd = { letGo(): Promise<void> }

const crowds: Crowd[] = []
afterEach(async () => {
  for (const crowd of crowds.splice(0)) await crowd.letGo()
})

/** So many visitors at once; answers when all of them wait. */
async function crowdOf(visitors: number): Promise<Crowd> {
  const app: FastifyInstance = fastify()
  giveWayTo(app)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: allAreHere, resolve: arriveAll } = Promise.withResolvers<void>()
  let here = 0
  app.get('/', async () => {
    here += 1
    if (here === visitors) arriveAll()
    await gate
    return 'answered'
  })
  const closed = Promise.withResolvers<void>()
  let gone = 0
  app.addHook('preHandler', (_request, reply, done) => {
    reply.raw.once('close', () => {
      gone += 1
      if (gone === visitors) closed.resolve()
    })
    done()
  })
  const requests = Array.from({ length: visitors }, () => app.inject('/'))
  for (const one of requests) void one.then(undefined, () => {})
  await allAreHere
  const crowd = {
    letGo: async () => {
      open()
      await Promise.all(requests)
      await closed.promise
      await app.close()
    },
  }
  crowds.push(crowd)
  return crowd
}

/** Notes the order in which pieces of work begin and end; each ends on command. */
function pieces() {
  const noted: string[] = []
  const work = (name: string) => {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const { promise: hasStarted, resolve: begin } = Promise.withResolvers<void>()
    const done = inTurn(async () => {
      noted.push(`${name} begins`)
      begin()
      await end
      noted.push(`${name} ends`)
      return name
    })
    return { done, finish, hasStarted }
  }
  return { noted, work }
}

test('one request is no crowd, two are', async () => {
  expect(isQuiet()).toBe(true)
  const one = await crowdOf(1)
  expect(isQuiet()).toBe(true)
  await crowdOf(1)
  expect(isQuiet()).toBe(false)
  await one.letGo()
  expect(isQuiet()).toBe(true)
})

test('a caller that waits for quiet waits until the crowd is answered, or as long as it says', async () => {
  const crowd = await crowdOf(2)
  await whenQuiet(0)
  expect(isQuiet()).toBe(false)
  let isOver = false
  const waiting = whenQuiet(LONG_MS).then(() => (isOver = true))
  await Promise.resolve()
  expect(isOver).toBe(false)
  await crowd.letGo()
  await waiting
  expect(isOver).toBe(true)
})

test('in quiet nothing waits for its turn', async () => {
  const { noted, work } = pieces()
  const [a, b] = [work('a'), work('b')]
  await Promise.all([a.hasStarted, b.hasStarted])
  expect(noted).toEqual(['a begins', 'b begins'])
  a.finish()
  b.finish()
  expect(await Promise.all([a.done, b.done])).toEqual(['a', 'b'])
})

test('in a crowd one piece comes after the other, also after one that has failed', async () => {
  const crowd = await crowdOf(2)
  const { noted, work } = pieces()
  const failing = inTurn(async () => {
    noted.push('fails')
    throw new Error('this piece fails')
  })
  const [a, b] = [work('a'), work('b')]
  await expect(failing).rejects.toThrow('this piece fails')
  await a.hasStarted
  expect(noted).toEqual(['fails', 'a begins'])
  a.finish()
  await a.done
  await crowd.letGo()
  await b.hasStarted
  expect(noted).toEqual(['fails', 'a begins', 'a ends', 'b begins'])
  b.finish()
  expect(await b.done).toBe('b')
})
