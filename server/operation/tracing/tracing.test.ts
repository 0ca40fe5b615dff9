import { expect, test, vi } from 'vitest'
import { eventLog, inRequest } from '#server/foundation/base/event-log.ts'
import { listener } from '#tests/fakes/listener.ts'
import { openTracer, logLostTraces } from './open-tracer.ts'
import type { Tracer } from './tracer.ts'

const warnings: unknown[] = []
const onLost = logLostTraces(
  eventLog({ info: () => {}, warn: (facts: unknown) => void warnings.push(facts), error: () => {} }),
)
const collector = await listener()

async function opened(endpoint: string): Promise<Tracer> {
  const tracer = await openTracer({ endpoint, service: 'foyer' }, { version: 'test', onLost })
  if (!tracer) throw new Error('nothing is traced')
  return tracer
}

test('without a collector there is no tracer', async () => {
  expect(await openTracer(undefined, { version: 'test', onLost })).toBeUndefined()
})

test('headers that a collector wants are said by the standard variable', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=of-the-collector')
  const tracer = await opened(collector.url)
  vi.unstubAllEnvs()
  tracer.begin({ kind: 'internal', name: 'deliver-mail' }).end()
  await tracer.close()
  expect(collector.received).toMatchObject([{ headers: { 'x-key': 'of-the-collector' } }])
})

test('a collector that takes nothing costs the spans and one line of the log, which belongs to no request', async () => {
  collector.answer(400)
  const tracer = await opened(collector.url)
  // More than a batch holds, so that several are lost.
  inRequest('somebody', () => {
    for (let count = 0; count < 1500; count += 1) tracer.begin({ kind: 'internal', name: 'deliver-mail' }).end()
  })
  await expect(tracer.close()).rejects.toThrow('Bad Request')
  expect(collector.received.length).toBeGreaterThan(2)
  expect(warnings).toEqual([{ err: expect.any(Error) as Error }])
  // Requests that still run then are not disturbed.
  tracer.begin({ kind: 'internal', name: 'deliver-mail' }).within(() => {})
})
