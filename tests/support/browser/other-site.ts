import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type OtherSite = {
  /** Without a slash at the end. */
  readonly origin: string
  /** The page it answers every address with. */
  show(html: string): void
}

/**
 * A small site that is not the shop: another port, and "localhost" where the shop is 127.0.0.1, so that browsers take
 * the two for strangers. Gone after the last test of the file.
 */
export async function otherSite(): Promise<OtherSite> {
  let page = ''
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    show: html => {
      page = html
    },
  }
}
