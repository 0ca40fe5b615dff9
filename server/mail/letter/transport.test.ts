import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { smtpOptions } from './transport.ts'

// A mail server that offers no TLS and takes any password.

const passwords: unknown[] = []
const names: string[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, { hostNameAppearsAs }, answer) => {
    passwords.push(password)
    names.push(String(hostNameAppearsAs))
    answer(null, { user: 'shop' })
  },
})
// A client that hangs up is what the tests are about.
server.on('error', () => {})
await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
const { port } = server.server.address() as AddressInfo
afterAll(() => new Promise<void>(resolve => server.close(resolve)))

beforeEach(() => {
  passwords.length = 0
  names.length = 0
})

async function verify(url: string): Promise<unknown> {
  const transport = createTransport({ ...smtpOptions(url) })
  try {
    return await transport.verify().catch((error: unknown) => error)
  } finally {
    transport.close()
  }
}

test('a password goes to another machine under TLS only', async () => {
  // An address of this machine that is not written as one.
  expect(await verify(`smtp://shop:secret@0.0.0.0:${port}`)).toBeInstanceOf(Error)
  expect(passwords).toEqual([])
})

test.each(['127.0.0.1', 'localhost'])('at %s it needs none', async host => {
  expect(await verify(`smtp://shop:secret@${host}:${port}`)).toBe(true)
  expect(passwords).toEqual(['secret'])
})

test('what the address says of TLS and of the name of the client comes first', async () => {
  expect(await verify(`smtp://shop:secret@0.0.0.0:${port}?requireTLS=false&name=tickets.example.org`)).toBe(true)
  expect([passwords, names]).toEqual([['secret'], ['tickets.example.org']])
})

test.each([
  ['smtp://mail.example.org', false],
  ['smtp://shop:secret@mail.example.org', true],
  ['smtps://shop:secret@mail.example.org', true],
  ['smtp://shop:secret@127.1.2.3', false],
  ['smtp://shop:secret@[::1]:25', false],
  ['smtp://shop:secret@mail.localhost', false],
  ['smtp://shop:secret@localhost.example.org', true],
  ['smtp://shop:secret@127.example.org', true],
])('%s asks for TLS: %s', (url, requiresTls) => {
  expect(smtpOptions(url).requireTLS).toBe(requiresTls)
})
