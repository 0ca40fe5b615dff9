import { describe, expect, test } from 'vitest'
import { mePath } from '#contract/account-paths.ts'
import { eventPath, pathTo } from '#contract/paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { hold } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { openMetrics } from './metrics.ts'

const TOKEN = 'the-token-of-who-scrapes'
const clock = manualClock()
const { app, url, apiKey } = await testShop({ clock, environment: { FOYER_METRICS_TOKEN: TOKEN } })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now()))
// Before the first request: the gauges of the shop are kept for some seconds.
const id = await hold(aBuyer(url), shortName, { Conference: 1 })

const scrape = async () => (await app.inject({ url: '/metrics' })).body
const lineOf = (text: string, start: string) => text.split('\n').find(line => line.startsWith(start))

describe('/metrics', () => {
  test('is read on this machine, and from elsewhere with the token', async () => {
    expect((await app.inject({ url: '/metrics' })).headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    const elsewhere = { remoteAddress: '192.0.2.7', url: '/metrics' }
    const scrapeWith = (authorization: string) => app.inject({ ...elsewhere, headers: { authorization } })
    expect((await scrapeWith(`Bearer ${TOKEN}`)).statusCode).toBe(200)
    expect((await scrapeWith(`bearer ${TOKEN}`)).statusCode).toBe(200)
    for (const wrong of ['', `Bearer ${TOKEN}x`, 'Bearer ', TOKEN, `ApiKey ${apiKey}`]) {
      const { statusCode, body } = await scrapeWith(wrong)
      expect([wrong, statusCode, body]).toEqual([wrong, 404, ''])
    }
  })

  test.each([{ host: 'tickets.example.org' }, { 'x-forwarded-for': '192.0.2.7' }])(
    'is not read by those for whom a proxy on this machine speaks: %j',
    async headers => {
      expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
    },
  )

  test('counts requests by the template of their route, and shows no name, id or query', async () => {
    await app.inject({ url: `${pathTo(eventPath, { shortName })}?code=SECRET-1` })
    await app.inject({ url: '/nobody/knows/this?x=secret' })
    const text = await scrape()
    expect(
      lineOf(text, `foyer_http_request_duration_seconds_count{method="GET",route="${eventPath}",status="2xx"}`),
    ).toMatch(/ [1-9]\d*$/)
    expect(text).toContain('route="none",status="4xx"')
    for (const secret of [shortName, id, 'SECRET', 'secret', 'nobody']) expect(text).not.toContain(secret)
  })

  test('knows how many are being answered, wherever and whenever a request is refused', async () => {
    const refused = [
      { method: 'POST', url: mePath, payload: {} },
      { method: 'PATCH', url: mePath },
      { method: 'GET', url: '/%ff' },
      { method: 'GET', url: '/nobody/knows' },
    ] as const
    for (const request of refused) await app.inject(request)
    expect(lineOf(await scrape(), 'foyer_http_requests_in_flight')).toBe('foyer_http_requests_in_flight 1')
  })

  test('says what is open in the shop', async () => {
    const text = await scrape()
    const names = ['foyer_carts', 'foyer_mails_waiting', 'foyer_oldest_mail_seconds', 'foyer_orders_finalizing']
    for (const name of [...names, 'foyer_payments_under_way', 'foyer_rows_put_off'])
      expect(lineOf(text, `${name} `)).toMatch(/ \d+$/)
    expect(lineOf(text, 'foyer_carts ')).not.toBe('foyer_carts 0')
    expect(lineOf(text, 'foyer_database_connections{state="waited for"}')).toMatch(/ 0$/)
  })
})

test('calls to providers are counted by what was asked and how it ended', async () => {
  const metrics = openMetrics()
  const ask = (end: 'good' | 'unknown') => metrics.watchCall({ provider: 'MOLLIE', operation: 'refund' })(end)
  ask('good')
  ask('good')
  ask('unknown')
  const text = await metrics.registry.metrics()
  const counted = (outcome: string) =>
    lineOf(
      text,
      `foyer_payment_provider_duration_seconds_count{provider="MOLLIE",operation="refund",outcome="${outcome}"}`,
    )
  expect(counted('good')).toMatch(/ 2$/)
  expect(counted('unknown')).toMatch(/ 1$/)
  expect(counted('refused')).toBeUndefined()
})

test('runs of jobs are counted by how they end', async () => {
  const metrics = openMetrics()
  const job = (run: () => Promise<number>) => metrics.measured({ name: 'deliver-mail', everySeconds: 5, run })
  expect(await job(async () => 3).run()).toBe(3)
  const failing = job(async () => {
    throw new Error('no')
  })
  await expect(failing.run()).rejects.toThrow('no')
  const text = await metrics.registry.metrics()
  expect(lineOf(text, 'foyer_job_duration_seconds_count{job="deliver-mail",end="good"}')).toMatch(/ 1$/)
  expect(lineOf(text, 'foyer_job_duration_seconds_count{job="deliver-mail",end="failed"}')).toMatch(/ 1$/)
  expect(lineOf(text, 'foyer_job_last_good_timestamp_seconds{job="deliver-mail"}')).toBeDefined()
})
