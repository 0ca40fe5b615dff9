import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../../tools/free-port.ts'
import { NotReached, ask, isNotReached } from './ask.ts'

const asking = (url: string) =>
  ask({ method: 'POST', url, headers: {}, body: '{}', signal: AbortSignal.timeout(5000) }).then(
    () => undefined,
    (error: unknown) => error,
  )

async function listening(onConnection: 'end' | 'end-once-asked' | 'chatter') {
  const server = createServer(socket => {
    if (onConnection === 'end') socket.destroy()
    else if (onConnection === 'chatter') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    else socket.once('data', () => socket.destroy())
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => server.close() }
}

test.each(['http://127.0.0.1', 'http://localhost', 'https://no-such-host.invalid'])(
  'where no program listens nothing was asked: %s',
  async host => expect(await asking(`${host}:${await freePort()}/`)).toBeInstanceOf(NotReached),
)

test.each(['end', 'chatter'] as const)('where TLS does not come about (%s) nothing was asked', async how => {
  const { port, close } = await listening(how)
  expect(await asking(`https://127.0.0.1:${port}/`)).toBeInstanceOf(NotReached)
  close()
})

test('a connection that ends once the request is sent may have carried it', async () => {
  const { port, close } = await listening('end-once-asked')
  const error = await asking(`http://127.0.0.1:${port}/`)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(NotReached)
  close()
})

test('what is not an error of a connection says nothing', () => {
  for (const error of [undefined, 'ECONNREFUSED', new Error('no'), new AggregateError([])]) {
    expect(isNotReached(error)).toBe(false)
  }
})
