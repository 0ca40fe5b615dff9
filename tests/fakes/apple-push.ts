import { type ServerHttp2Stream, createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { type TLSSocket, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll } from 'vitest'
import type { PassCertificates } from '../support/documents/pass-certificates.ts'

type Push = { readonly token: string; readonly topic: string; readonly by: string; readonly body: string }

/** Apple's push service, as far as our server uses it: HTTP/2, and a client certificate of its own root. */
export type ApplePush = {
  /** For APNS_API_BASE. */
  readonly url: string
  readonly pushes: Push[]
  /** Makes this token that of no device. */
  unregister(token: string): void
  behave(mood: 'usual' | 'down'): void
}

/** `const apple = await applePush(certificates)` at the top of the file; its root is trusted from then on. */
export async function applePush({ root, server: { cert, key } }: PassCertificates): Promise<ApplePush> {
  const pushes: Push[] = []
  const unregistered = new Set<string>()
  let isDown = false
  const server = createSecureServer({ cert, key, ca: root, requestCert: true, rejectUnauthorized: true })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const token = String(headers[':path']).replace('/3/device/', '')
    const socket = stream.session?.socket as TLSSocket | undefined
    let body = ''
    stream.on('data', chunk => (body += String(chunk)))
    stream.on('end', () => {
      const by = String(socket?.getPeerCertificate().subject.CN)
      pushes.push({ token, topic: String(headers['apns-topic']), by, body })
      stream.respond({ ':status': isDown ? 503 : unregistered.has(token) ? 410 : 200 })
      stream.end()
    })
  })
  // Without those of files that ran before in this process: the roots of all of them have one name.
  setDefaultCACertificates([...getCACertificates('bundled'), ...getCACertificates('extra'), root])
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  afterAll(() => server.close())
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes,
    unregister: token => unregistered.add(token),
    behave: mood => {
      isDown = mood === 'down'
    },
  }
}
