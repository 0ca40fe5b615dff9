import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Event } from '#contract/event.ts'
import { extendReservationPath } from '#contract/order-paths.ts'
import {
  checkDiscountPath,
  eventPath,
  eventsPath,
  languagesPath,
  reserveTicketsPath,
  sitemapPath,
} from '#contract/paths.ts'
import type { CallResult } from './call-result.ts'
import { type ScriptedReply, aServer } from '../../../tests/support/client/scripted-server.ts'
import { typedCalls } from './server.ts'

function callsTo(...answers: readonly ScriptedReply[]) {
  const { http, sent } = aServer({ pageId: 's', answers: [{ headers: { 'xsrf-token': 't' } }, ...answers] })
  const calls = typedCalls(http)
  return { ...calls, sent, ready: http.call('GET', '/token') }
}

const order = { params: { shortName: 'a b' }, query: { lang: 'en' }, body: { reservation: [] } }
const wrapped = (value: unknown) => ({ success: true, errorCount: 0, validationErrors: [], warnings: [], value })

describe('a call of the contract', () => {
  test('goes to its path with its parameters, and brings what its contract names', async () => {
    const { call, sent, ready } = callsTo({ body: [{ locale: 'en', displayLanguage: 'English' }] })
    await ready
    const languages = await call('GET', languagesPath)
    expect(languages).toEqual({ kind: 'done', value: [{ locale: 'en', displayLanguage: 'English' }] })
    expectTypeOf(languages).toEqualTypeOf<CallResult<{ locale: string; displayLanguage: string }[]>>()
    expect(sent[1]).toMatchObject({ method: 'GET', address: languagesPath })
  })

  test('brings the value within a wrapper', async () => {
    const { callWrapped, sent, ready } = callsTo({ body: wrapped('id') })
    await ready
    const id = await callWrapped('POST', reserveTicketsPath, order)
    expect(id).toEqual({ kind: 'done', value: 'id' })
    expectTypeOf(id).toEqualTypeOf<CallResult<string | null>>()
    expect(sent[1]?.address).toBe('/api/v2/public/event/a%20b/reserve-tickets?lang=en')
  })

  test('that may bring nothing brings null', async () => {
    const { call, ready } = callsTo({ status: 204 })
    await ready
    const request = { params: { shortName: 'a' }, body: { reservation: [] } }
    expect(await call('POST', checkDiscountPath, request)).toEqual({ kind: 'done', value: null })
  })

  test('is typed by its method and path', () => {
    const { call } = callsTo()
    expectTypeOf(call('GET', eventPath, { params: { shortName: 'a' } })).resolves.toEqualTypeOf<CallResult<Event>>()
    // @ts-expect-error The contract has no such call.
    void call('GET', '/api/v2/public/nothing')
    // @ts-expect-error It is there, for another method.
    void call('DELETE', eventsPath)
    // @ts-expect-error The path wants a parameter.
    void call('GET', eventPath)
    // @ts-expect-error The query has no such member.
    void call('GET', eventsPath, { query: { colour: 'red' } })
    // @ts-expect-error The body has a list there.
    void call('POST', checkDiscountPath, { params: { shortName: 'a' }, body: { reservation: 7 } })
  })
})

describe('in development and tests, a response against its contract', () => {
  const broken = { locale: 'en', displayLanguage: 7 }

  test('is an error that names the call and the field', async () => {
    const { call, ready } = callsTo({ body: [broken] })
    await ready
    await expect(call('GET', languagesPath)).rejects.toThrow(
      /^GET \/api\/v2\/public\/i18n\/languages answered 200 against its contract: \/0\/displayLanguage must be string$/,
    )
  })

  test('is an error in a refusal too', async () => {
    const { callWrapped, ready } = callsTo({
      status: 422,
      body: { ...wrapped(null), validationErrors: [{ code: 'a' }] },
    })
    await ready
    await expect(callWrapped('POST', reserveTicketsPath, order)).rejects.toThrow('/validationErrors/0')
  })

  test('is an error by its status', async () => {
    const { call, ready } = callsTo({ status: 202, body: {} })
    await ready
    await expect(call('POST', extendReservationPath, { params: { reservationId: 'r' } })).rejects.toThrow(
      `POST ${extendReservationPath} answered 202, which its contract does not name`,
    )
  })

  test('is not checked where it is no JSON, or no success', async () => {
    const { call, ready } = callsTo({ body: 'bytes' }, { status: 500, body: 'unexpected' })
    await ready
    expect(await call('GET', sitemapPath)).toMatchObject({ kind: 'done' })
    expect(await call('GET', languagesPath)).toEqual({ kind: 'failed', status: 500 })
  })
})
