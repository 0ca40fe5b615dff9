import { describe, expect, test } from 'vitest'
import { type SentRequest, aServer } from '../../../tests/support/client/scripted-server.ts'

const write = ['POST', '/api/v2/public/event/demo/reserve-tickets', { body: { reservation: [] } }] as const

describe('the session id', () => {
  test('of the page is sent with the first request', async () => {
    const { http, sent } = aServer({ pageId: 'from-page', answers: [{}] })
    await http.call('GET', '/a')
    expect(sent[0]?.headers['x-auth-token']).toBe('from-page')
  })

  test('is sent empty while there is none, and as the server named it from then on', async () => {
    const { http, sent, meta } = aServer({ answers: [{ headers: { 'x-auth-token': 'new' } }, {}] })
    await http.call('GET', '/a')
    await http.call('GET', '/b')
    expect(sent.map(({ headers }) => headers['x-auth-token'])).toEqual(['', 'new'])
    expect(meta.read()).toBe('new')
  })

  test('is dropped when the server ends the session', async () => {
    const { http, sent, meta } = aServer({ pageId: 'old', answers: [{ headers: { 'x-auth-token': '' } }, {}] })
    await http.call('GET', '/a')
    await http.call('GET', '/b')
    expect(sent[1]?.headers['x-auth-token']).toBe('')
    expect(meta.read()).toBe('')
  })
})

describe('the anti-forgery token', () => {
  test('of the last GET goes with a write, and with no GET', async () => {
    const { http, sent } = aServer({ pageId: 's', answers: [{ headers: { 'xsrf-token': 't1' } }, {}, {}] })
    await http.call('GET', '/a')
    await http.call('GET', '/b')
    await http.call(...write)
    expect(sent.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, undefined, 't1'])
  })

  test('is fetched before a write when none is known', async () => {
    const { http, sent } = aServer({ pageId: 's', answers: [{ headers: { 'xsrf-token': 't1' } }, {}] })
    await http.call(...write)
    expect(sent.map(methodAndToken)).toEqual(['GET undefined', 'POST t1'])
  })

  test('that is refused is replaced by a fresh one, and the write repeated once', async () => {
    const { http, sent } = aServer({
      pageId: 's',
      answers: [{ headers: { 'xsrf-token': 't1' } }, { status: 403 }, { headers: { 'xsrf-token': 't2' } }, {}],
    })
    expect(await http.call(...write)).toMatchObject({ kind: 'done' })
    expect(sent.map(methodAndToken)).toEqual(['GET undefined', 'POST t1', 'GET undefined', 'POST t2'])
  })

  test('is not repeated a second time', async () => {
    const { http, sent } = aServer({
      pageId: 's',
      answers: [
        { headers: { 'xsrf-token': 't1' } },
        { status: 403 },
        { headers: { 'xsrf-token': 't2' } },
        { status: 403 },
      ],
    })
    expect(await http.call(...write)).toEqual({ kind: 'forbidden', wantsChallenge: false })
    expect(sent).toHaveLength(4)
  })

  test('of another session is not used', async () => {
    const { http, sent } = aServer({
      pageId: 's',
      answers: [
        { headers: { 'xsrf-token': 'of-s' } },
        { headers: { 'x-auth-token': 's2' } },
        { headers: { 'xsrf-token': 'of-s2' } },
        {},
      ],
    })
    await http.call('GET', '/a')
    await http.call('GET', '/b')
    await http.call(...write)
    expect(sent.at(-1)?.headers).toMatchObject({ 'x-auth-token': 's2', 'x-csrf-token': 'of-s2' })
  })
})

describe('what becomes of a call', () => {
  const refusal = {
    success: false,
    errorCount: 1,
    warnings: [],
    value: null,
    validationErrors: [{ fieldName: 'tickets[7a].email', code: 'error.email', arguments: { '1': 'b', '0': 'a' } }],
  }
  test.each([
    ['200 is done', { body: { a: 1 } }, { kind: 'done', value: { a: 1 } }],
    ['204 is done with nothing', { status: 204 }, { kind: 'done', value: null }],
    ['404 is missing', { status: 404 }, { kind: 'missing' }],
    [
      '429 says how long to wait',
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'too-many', retryAfterSeconds: 7 },
    ],
    [
      '503 says when it is worth another try',
      { status: 503, headers: { 'retry-after': '2' } },
      { kind: 'try-again', retryAfterSeconds: 2 },
    ],
    ['500 is failed', { status: 500, body: 'unexpected exception' }, { kind: 'failed', status: 500 }],
    [
      'a robot check is recognised',
      { status: 403, headers: { 'alfio-verification-missing': 'turnstile' } },
      { kind: 'forbidden', wantsChallenge: true },
    ],
    [
      'a robot check of a proxy too',
      { status: 403, headers: { 'cf-mitigated': 'challenge' } },
      { kind: 'forbidden', wantsChallenge: true },
    ],
    [
      '422 brings its problems, fields with dots and arguments in order',
      { status: 422, body: refusal },
      {
        kind: 'refused',
        problems: [{ field: 'tickets.7a.email', code: 'error.email', args: ['a', 'b'] }],
        value: null,
      },
    ],
    [
      '422 without a word is a problem all the same',
      { status: 422 },
      { kind: 'refused', problems: [{ code: 'error.generic' }] },
    ],
  ])('%s', async (_, answer, expected) => {
    const { http } = aServer({ pageId: 's', answers: [answer] })
    expect(await http.call('GET', '/a')).toMatchObject(expected)
  })

  test('a broken connection is unreachable', async () => {
    const { http } = aServer({ answers: [] })
    expect(await http.call('GET', '/a')).toEqual({ kind: 'unreachable' })
  })

  test('a wrapped value comes unwrapped', async () => {
    const body = { success: true, errorCount: 0, validationErrors: [], warnings: [], value: 'id' }
    const { http } = aServer({ answers: [{ body }] })
    expect(await http.callWrapped('GET', '/a')).toEqual({ kind: 'done', value: 'id' })
  })
})

test('the query leaves undefined out and repeats lists', async () => {
  const { http, sent } = aServer({ answers: [{}] })
  await http.call('GET', '/a', { query: { lang: 'en', tags: ['x', 'y z'], code: undefined } })
  expect(sent[0]?.address).toBe('/a?lang=en&tags=x&tags=y+z')
})

function methodAndToken({ method, headers }: SentRequest): string {
  return `${method} ${headers['x-csrf-token']}`
}
