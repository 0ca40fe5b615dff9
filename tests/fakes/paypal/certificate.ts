import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto'

/** A key pair, and a certificate of its own of 2000 to 2099, so that clocks of tests are within. */
export type Signer = { readonly certificate: string; sign(text: string): string }

const SIGNER = 'messageverificationcerts.paypal.com'

/** `name`: whose certificate it is. */
export function newSigner(name = SIGNER): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    certificate: certificateOf(nameOf(name), publicKey, privateKey),
    sign: text => sign('sha256', Buffer.from(text), privateKey).toString('base64'),
  }
}

/** One piece of DER: what it is, how long, and what is in it. */
function piece(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const SEQUENCE = 0x30
const SET = 0x31
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex')
const time = (text: string): Buffer => piece(0x18, Buffer.from(text))

/** sha256WithRSAEncryption */
const ALGORITHM = piece(SEQUENCE, hex('06092a864886f70d01010b'), hex('0500'))
/** The attribute is commonName. */
const nameOf = (name: string): Buffer =>
  piece(SEQUENCE, piece(SET, piece(SEQUENCE, hex('0603550403'), piece(0x0c, Buffer.from(name)))))

function certificateOf(name: Buffer, publicKey: KeyObject, privateKey: KeyObject): string {
  const content = piece(
    SEQUENCE,
    piece(0x02, hex('01')),
    ALGORITHM,
    name,
    piece(SEQUENCE, time('20000101000000Z'), time('20991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = piece(0x03, hex('00'), sign('sha256', content, privateKey))
  const lines =
    piece(SEQUENCE, content, ALGORITHM, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
