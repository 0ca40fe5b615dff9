import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/** A span as it arrives, with what identifies it. */
export type ArrivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  /** `code` 2 is a failure. */
  readonly status: { readonly code: number; readonly message?: string }
  readonly events: readonly unknown[]
  readonly facts: Readonly<Record<string, unknown>>
}

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type Sent = Omit<ArrivedSpan, 'facts'> & { readonly attributes: readonly Attribute[] }
type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[]
  }[]
}

/** Takes traces by OTLP over HTTP, in JSON. `const collector = await traceCollector()` at the top of the file. */
export async function traceCollector() {
  const bodies: string[] = []
  const addresses: string[] = []
  let status = 200
  const take = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request)
    addresses.push(`${request.method} ${request.url}`)
    if (status === 200) bodies.push(body)
  }
  const server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close().closeAllConnections())

  const batches = () => bodies.flatMap(body => (JSON.parse(body) as Batch).resourceSpans)
  return {
    /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests it got, method and path. */
    addresses,
    /** What it answers from now on; it keeps only what it answers 200. */
    answer: (next: number) => void (status = next),
    /** Everything that has arrived, as it was written. */
    written: () => bodies.join('\n'),
    resources: () => batches().map(({ resource }) => factsOf(resource.attributes)),
    spans: (): readonly ArrivedSpan[] =>
      batches()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans.map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) }))),
  }
}

const factsOf = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
