import { type ClientHttp2Session, connect } from 'node:http2'
import forge from 'node-forge'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import type { AppleIssuer } from '#server/documents/wallet-issuer/configured.ts'

/** `gone`: no device listens there any more. */
export type PushReply = 'sent' | 'gone'

/** A connection to Apple's push service, opened with the certificate of the pass type. */
export type Pushing = { push(token: string): Promise<PushReply>; close(): void }

const TIMEOUT_MS = 8_000

/** The message says nothing: the device then asks what has changed. */
const NOTHING = '{}'

export function openPush(origin: string, { keystore, typeIdentifier }: AppleIssuer): Pushing {
  assertNoTransactionOpen()
  const chain = [keystore.certificate, ...keystore.intermediates]
  const session = connect(origin, {
    cert: chain.map(one => forge.pki.certificateToPem(one)).join('\n'),
    key: forge.pki.privateKeyToPem(keystore.key),
  })
  // Every push that is under way gets the error, too; without a listener it would end the process.
  session.on('error', () => {})
  return { push: token => push(session, { token, topic: typeIdentifier }), close: () => session.close() }
}

function push(session: ClientHttp2Session, { token, topic }: { token: string; topic: string }): Promise<PushReply> {
  return new Promise((answer, fail) => {
    const request = session.request({ ':method': 'POST', ':path': `/3/device/${token}`, 'apns-topic': topic })
    let status = 0
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('Apple did not answer')))
    request.on('response', headers => (status = headers[':status'] ?? 0))
    request.on('error', fail)
    request.on('close', () => fail(new Error('Apple closed the connection')))
    request.on('end', () => {
      if (status === 200) answer('sent')
      else if (status === 410) answer('gone')
      else fail(new Error(`Apple answered ${status} to a push`))
    })
    request.resume()
    request.end(NOTHING)
  })
}
