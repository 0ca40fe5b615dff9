import { expect, test } from 'vitest'
import { ticketCode, ticketCodeHash } from './good-ticket.ts'

const eventKey = '8b1a9953-c461-4f2e-9f3e-1d2c3b4a5968'
const reservationId = '7f3a91c2-0b7d-4c38-8f5e-6a1b2c3d4e5f'
const ticketUuid = '2f9d3a52-7a0e-4a11-9a6b-0c5f4f1f0a11'

// Signature and hash as Python's hmac and hashlib compute them from the same facts.
test.each([
  [
    'Ada',
    'LOVELACE',
    'Ada@Example.org',
    'wKZKm6zI2w6xNBnInS1f3l5LBlHTWTLDZk72J0v45ks=',
    '1066a60214a3c102d9a47d930fbfa8692f384b92078b785d713330b3e9536377',
  ],
  [
    'ΣΟΦΙΑ',
    'ΠΑΠΠΑΣ',
    'sofia@example.gr',
    'XFJdJ+/NKFoIpSX0cQl7ESH0e00ZvmNE216FhIdWmiI=',
    'd1aabb0a611522cb42b934061fec6c436db6da66b44c11b458287b77c994b528',
  ],
  [
    'Işık',
    'ÖZ',
    'isik@example.tr',
    'WsUoJ+HkE9iQ/c/T9ZZKgxGc42QmwiITZTy7zvp9jnk=',
    '0e41796ff8014ee56a77fd9e13c3d6e5573aa97f165ef15205e7f9c59d139b5c',
  ],
  [
    '王',
    '小明',
    'wang@example.cn',
    'JtBUO8yrukzS+N3alSaQAmLB/fgPVK2RODAK09s9W9M=',
    '544fe6e1f853bfaa99261331c4b4967722afe6a63da5cbfa80a5c965b3b2a5c0',
  ],
])('the code of %s %s is the private id and its signature', (firstName, lastName, email, signature, hash) => {
  const code = ticketCode({ eventKey, reservationId, ticketUuid, firstName, lastName, email })
  expect(code).toBe(`${ticketUuid}/${signature}`)
  expect(ticketCodeHash(code)).toBe(hash)
})

test.each([
  { eventKey: 'another' },
  { reservationId: 'another' },
  { ticketUuid: 'another' },
  { firstName: 'another' },
  { lastName: 'another' },
  { email: 'another' },
])('another %o gives another signature', change => {
  const facts = {
    eventKey,
    reservationId,
    ticketUuid,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
  }
  const signatureOf = (code: string) => code.split('/').slice(1).join('/')
  expect(signatureOf(ticketCode({ ...facts, ...change }))).not.toBe(signatureOf(ticketCode(facts)))
})
