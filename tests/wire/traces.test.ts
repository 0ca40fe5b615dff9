import { expect, test } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { eventPagePath, eventPath, livenessPath, metricsPath, pathTo } from '#contract/paths.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { tracedJob } from '#server/operation/tracing/open-tracer.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { traceCollector } from '../fakes/trace-collector.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { readyToPay } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const collector = await traceCollector()
const clock = manualClock()
const mollie = await mollieInTests({ notify: () => 'http://127.0.0.1:9', now: () => clock.now() })
const { url, apiKey, app, shop, tracer, runJobs } = await testShop({
  clock,
  hasPages: true,
  environment: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_SERVICE_NAME: 'shop-of-the-test',
    MOLLIE_API_BASE: mollie.url,
    TRUST_PROXY: '10.0.0.0/8',
  },
})
if (!tracer) throw new Error('nothing is traced')
const organiser = await anOrganiser(url, apiKey)
const { tickets, ...file } = anEventFile(clock.now(), { settings: { ...mollie.settings } })
const shortName = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['MOLLIE'] } })

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const QUERY = 'utm_source=the-query&email=zenobia%40traces.example'

// A visitor looks at the event, by a proxy that traces, by one that has decided not to, and as a client that claims to
// be one.
const request = (remoteAddress: string, traceparent: string, id: string) =>
  app.inject({
    url: `${pathTo(eventPath, { shortName })}?${QUERY}`,
    remoteAddress,
    headers: { traceparent, 'x-request-id': id, 'x-forwarded-for': '203.0.113.77' },
  })
await request('10.1.2.3', `00-${TRACE}-${CALLER}-01`, 'by-a-proxy')
await request('10.1.2.3', `00-${TRACE}-${CALLER}-00`, 'not-sampled')
await request('10.1.2.3', `00-${'0'.repeat(32)}-${CALLER}-01`, 'of-no-trace')
const { headers } = await request('192.0.2.7', `00-${TRACE}-${CALLER}-01`, 'by-a-stranger')
await app.inject({ url: `${pathTo(eventPagePath, { shortName })}?${QUERY}` })
await app.inject({ url: `/nowhere/zenobia@traces.example?${QUERY}` })
await app.inject({ url: livenessPath })

// A buyer goes to the provider, which is asked later for the state of the payment.
const buyer = aBuyer(url)
const order = await readyToPay(buyer, shortName, { Conference: 1 })
await buyer.expect(confirmReservation, 200, {
  params: { reservationId: order },
  query: { lang: 'en' },
  body: {
    termAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    selectedPaymentMethod: 'CREDIT_CARD',
    paymentProxy: 'MOLLIE',
    gatewayToken: null,
    captcha: null,
  },
})
clock.move(minutes(10))
await runJobs()

// A request fails, with words that must not be in a trace.
await shop.db.pool.query('alter table event rename to event_away')
await app.inject({ url: pathTo(eventPath, { shortName: 'zenobia' }) })
await shop.db.pool.query('alter table event_away rename to event')
const failing = { name: 'deliver-mail', everySeconds: 5, run: () => Promise.reject(new TypeError('zenobia')) } as const
await tracedJob(failing, tracer)
  .run()
  .catch(() => {})

const figures = (await app.inject({ url: metricsPath })).body
await app.close()
await tracer.close()
const spans = collector.spans()
const named = (name: string) => spans.filter(span => span.name === name)
const ofRequest = (id: unknown) => spans.find(({ facts }) => facts['foyer.request.id'] === id)

test('a request is a span by the template of its route', () => {
  expect(ofRequest('by-a-proxy')).toMatchObject({
    name: `GET ${eventPath}`,
    kind: 2,
    facts: { 'http.request.method': 'GET', 'http.route': eventPath, 'http.response.status_code': 200 },
  })
  expect(named(`GET ${eventPagePath}`)).toMatchObject([{ facts: { 'http.response.status_code': 200 } }])
  expect(named('GET')).toMatchObject([{ facts: { 'http.response.status_code': 404 }, status: { code: 0 } }])
})

test('it belongs to the trace that a believed proxy has begun, and to no one else’s', () => {
  expect(ofRequest('by-a-proxy')).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
  expect(ofRequest('not-sampled')).toBeUndefined()
  for (const id of ['of-no-trace', headers['x-request-id']]) {
    expect(ofRequest(id)?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(ofRequest(id)).not.toMatchObject({ traceId: TRACE })
    expect(ofRequest(id)?.parentSpanId).toBeUndefined()
  }
})

test('a call to a provider is a part of the request or of the job that makes it', () => {
  const [paid] = named(`POST ${confirmReservation.path}`)
  const [call] = named('MOLLIE call')
  expect(call).toMatchObject({
    kind: 3,
    traceId: paid?.traceId,
    parentSpanId: paid?.spanId,
    facts: {
      'foyer.payment.provider': 'MOLLIE',
      'foyer.payment.operation': 'call',
      'foyer.payment.outcome': 'good',
    },
  })
  const [job] = named('look-into-payments')
  expect(job).toMatchObject({ kind: 1, facts: { 'foyer.job': 'look-into-payments', 'foyer.job.done': 0 } })
  expect(named('MOLLIE look')).toMatchObject([{ traceId: job?.traceId, parentSpanId: job?.spanId }])
})

test('both are among the figures, too, and so is the page by its template', () => {
  const calls = 'foyer_payment_provider_duration_seconds_count{provider="MOLLIE",operation="call",outcome="good"} 1'
  expect(figures).toContain(calls)
  expect(figures).toContain(`foyer_http_request_duration_seconds_count{method="GET",route="${eventPagePath}",`)
})

test('what has failed says so, and why in a word', () => {
  const failures = spans.filter(({ status }) => status.code === 2)
  expect(failures.map(({ name, facts }) => [name, facts['error.type']])).toEqual([
    [`GET ${eventPath}`, '500'],
    ['deliver-mail', 'TypeError'],
  ])
})

test('who watches the shop is not watched', () => {
  expect(
    spans.map(({ name }) => name).filter(name => name.includes(livenessPath) || name.includes(metricsPath)),
  ).toEqual([])
})

test('no span has an id, a query, an address, a name or a message', () => {
  expect(new Set(spans.map(({ name }) => name)).size).toBeGreaterThan(15)
  const written = collector.written().toLowerCase()
  for (const secret of [
    order,
    shortName,
    'zenobia',
    'traces.example',
    'the-query',
    '203.0.113.77',
    'lovelace',
    'example.org',
    'event_away',
  ])
    expect(written).not.toContain(secret.toLowerCase())
  for (const { events, status } of spans) expect([events, status.message]).toEqual([[], undefined])
})

test('they are sent in batches, where the operator says, by the name of the shop', () => {
  expect(new Set(collector.addresses)).toEqual(new Set(['POST /v1/traces']))
  expect(collector.addresses.length).toBeLessThan(spans.length / 10)
  for (const resource of collector.resources())
    expect(resource).toMatchObject({ 'service.name': 'shop-of-the-test', 'service.version': 'test' })
})
