import { describe, expect, test } from 'vitest'
import { type ScriptedReply, aServer } from '../../../tests/support/client/scripted-server.ts'

const write = ['POST', '/api/v2/public/event/demo/reserve-tickets', { body: { reservation: [] } }] as const
const TOKEN: ScriptedReply = { headers: { 'xsrf-token': 't1' } }
const PROOF_MISSING: ScriptedReply = { status: 403, headers: { 'alfio-verification-missing': 'altcha' } }

const proofsSent = (server: ReturnType<typeof aServer>) =>
  server.sent.map(({ method, headers }) => `${method} ${headers['alfio-verification'] ?? '-'}`)

describe('a robot check', () => {
  test.each<ScriptedReply>([PROOF_MISSING, { status: 403, headers: { 'cf-mitigated': 'challenge' } }])(
    'that is wanted is asked for, and the call repeated once with its proof',
    async reply => {
      const server = aServer({ pageId: 's', answers: [TOKEN, reply, { body: 1 }], proofs: ['p1'] })
      expect(await server.http.call(...write)).toEqual({ kind: 'done', value: 1 })
      expect(proofsSent(server)).toEqual(['GET -', 'POST -', 'POST p1'])
    },
  )

  test('once passed goes with every call, whatever it is', async () => {
    const server = aServer({ pageId: 's', answers: [TOKEN, PROOF_MISSING, {}, {}, {}], proofs: ['p1'] })
    await server.http.call(...write)
    await server.http.call('GET', '/a')
    await server.http.call(...write)
    expect(proofsSent(server).slice(2)).toEqual(['POST p1', 'GET p1', 'POST p1'])
  })

  test('that has been used up is asked for again', async () => {
    const server = aServer({
      pageId: 's',
      answers: [TOKEN, PROOF_MISSING, {}, PROOF_MISSING, {}],
      proofs: ['p1', 'p2'],
    })
    await server.http.call(...write)
    expect(await server.http.call(...write)).toMatchObject({ kind: 'done' })
    expect(proofsSent(server).slice(2)).toEqual(['POST p1', 'POST p1', 'POST p2'])
  })

  test('that fails is not tried a second time, and its proof is dropped', async () => {
    const server = aServer({
      pageId: 's',
      answers: [TOKEN, PROOF_MISSING, PROOF_MISSING, {}],
      proofs: ['bad', 'never'],
    })
    expect(await server.http.call(...write)).toEqual({ kind: 'forbidden', wantsChallenge: true })
    await server.http.call('GET', '/a')
    expect(proofsSent(server)).toEqual(['GET -', 'POST -', 'POST bad', 'GET -'])
  })

  test('that the visitor would rather not do ends the call', async () => {
    const server = aServer({ pageId: 's', answers: [TOKEN, PROOF_MISSING], proofs: [] })
    expect(await server.http.call(...write)).toEqual({ kind: 'forbidden', wantsChallenge: true })
    expect(server.sent).toHaveLength(2)
  })

  test('has nothing to do with a refused anti-forgery token', async () => {
    const server = aServer({
      pageId: 's',
      answers: [TOKEN, { status: 403 }, { headers: { 'xsrf-token': 't2' } }, PROOF_MISSING, {}],
      proofs: ['p1'],
    })
    expect(await server.http.call(...write)).toMatchObject({ kind: 'done' })
    expect(proofsSent(server)).toEqual(['GET -', 'POST -', 'GET -', 'POST -', 'POST p1'])
  })

  test('is wanted by a refusal only', async () => {
    const server = aServer({ pageId: 's', answers: [{ ...PROOF_MISSING, status: 200 }], proofs: ['p1'] })
    expect(await server.http.call('GET', '/a')).toMatchObject({ kind: 'done' })
    expect(server.sent).toHaveLength(1)
  })
})
