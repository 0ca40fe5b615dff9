import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real mail server on the loopback, for tests: it keeps what it accepts, and can be set to refuse. */
export type TestMailServer = {
  readonly url: string
  readonly received: readonly Email[]
  /** The heads of the accepted mails as they came, every line end as it was. */
  readonly heads: readonly string[]
  /** How many of the next mails are refused, as by a server in trouble, and what it says of each. */
  refuseNext(count: number, sentence?: string): void
  /** Runs when a mail has arrived and before the sender gets the answer, accepted or refused. */
  onArrival(action: () => Promise<void>): void
  close(): Promise<void>
}

export async function testMailServer(): Promise<TestMailServer> {
  const received: Email[] = []
  const heads: string[] = []
  let refusals = 0
  let refusal = ''
  let arrived = async (): Promise<void> => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, answer) => {
      // A client that disconnects in the middle of a mail has not sent it.
      const chunks = await stream.toArray().catch(() => undefined)
      if (!chunks) return
      if (refusals > 0) {
        refusals -= 1
        await arrived()
        answer(Object.assign(new Error(refusal), { responseCode: 451 }))
        return
      }
      const mail = Buffer.concat(chunks)
      received.push(await PostalMime.parse(mail))
      heads.push(mail.subarray(0, mail.indexOf('\r\n\r\n')).toString())
      await arrived()
      answer()
    },
  })
  // A client that hangs up in the middle is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    heads,
    refuseNext: (count, sentence = 'try again later') => {
      refusals = count
      refusal = sentence
    },
    onArrival: action => (arrived = action),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
