import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A device with keys of WebAuthn, as a browser hands on what it says (Web Authentication, level 3): ES256, no attestation. */
export function authenticator(origin: string) {
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (flags: number, more: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1
    return Buffer.concat([rpIdHash, Buffer.from([flags]), uint32(counter), more])
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' } as const

  return {
    /** Answers a proposal to make a key. */
    make({ challenge }: { readonly challenge: string }, from = origin) {
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)])
      const data = authenticatorData(PRESENT | VERIFIED | ATTESTED, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      const client = clientData('webauthn.create', challenge, from)
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    /** Answers a proposal to sign in; without `isVerified` its owner was not asked for finger, face or PIN. */
    sign({ challenge }: { readonly challenge: string }, { from = origin, isVerified = true } = {}) {
      const data = authenticatorData(isVerified ? PRESENT | VERIFIED : PRESENT)
      const client = clientData('webauthn.get', challenge, from)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(value)
  return buffer
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}

/** CBOR (RFC 8949), of lengths below 65,536. */
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)])
}

/** The public key as a map of COSE: key type EC2, algorithm ES256, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (value: string): Buffer => bytes(Buffer.from(value, 'base64url'))
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}
