import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { Delivery } from '#server/providers/port/online.ts'

/** A server in the place of the shop: it records what comes, and answers as a test sets it. */
export async function listener() {
  const received: Delivery[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, parameters: {}, query: {}, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return { url, received, answer: (next: number) => void (status = next) }
}
