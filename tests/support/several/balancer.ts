import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readinessPath } from '#contract/paths.ts'

/** What balances the load of several processes: each request goes to the next of those that are ready. */
export type Balancer = {
  readonly url: string
  /** The addresses of the processes from now on. */
  lead(to: readonly string[]): void
  /** How many are ready. */
  ready(): number
  close(): Promise<void>
}

const CHECK_EVERY_MS = 200
const SAFE = new Set(['GET', 'HEAD'])

type ForwardedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
/** `unsent`: the process has refused the connection, so it has done nothing. `lost`: it may have done what was asked. */
type Lost = 'unsent' | 'lost'

/**
 * Asks each process whether it is ready, and takes one out that isn't or that refuses a connection. A request that can't be
 * sent goes to the next one; one whose answer is lost does only when it changes nothing, and is answered 502 otherwise.
 * While no process is ready it is answered 503.
 */
export async function balancer(): Promise<Balancer> {
  let addresses: readonly string[] = []
  const ready = new Set<string>()
  let turn = 0
  let isClosed = false

  const next = (): string | undefined => {
    const open = addresses.filter(address => ready.has(address))
    turn += 1
    return open[turn % Math.max(1, open.length)]
  }
  const checkAll = async (): Promise<void> => {
    const checks = addresses.map(async address => {
      const answer = await fetch(address + readinessPath, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status === 200) ready.add(address)
      else ready.delete(address)
    })
    await Promise.all(checks)
  }
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const body = Buffer.concat(await incoming.toArray())
    for (let address = next(); address !== undefined; address = next()) {
      const end = await forwarded(address, { method, path, headers, body }, outgoing)
      if (end === 'answered') return
      ready.delete(address)
      if (outgoing.headersSent) return void outgoing.destroy()
      if (end === 'lost' && !SAFE.has(method)) return void outgoing.writeHead(502).end('the answer was lost')
    }
    outgoing
      .writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' })
      .end(JSON.stringify('no process is ready'))
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const looking = (async () => {
    for (; !isClosed; await pause(CHECK_EVERY_MS)) await checkAll()
  })()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: to => {
      addresses = to
    },
    ready: () => addresses.filter(address => ready.has(address)).length,
    close: async () => {
      isClosed = true
      await looking
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function forwarded(address: string, forward: ForwardedRequest, outgoing: ServerResponse): Promise<'answered' | Lost> {
  return new Promise(resolve => {
    const { method, path, headers, body } = forward
    // Without keep-alive: a connection that just ends while it is used again would make every answer uncertain.
    const sent = request(address + path, { method, headers: { ...headers, connection: 'close' }, agent: false })
    sent.once('response', answer => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
      answer.once('end', () => resolve(answer.complete ? 'answered' : 'lost'))
      answer.on('error', () => resolve('lost'))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'unsent' : 'lost'))
    sent.end(body)
  })
}
