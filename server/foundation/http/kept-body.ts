import { randomInt } from 'node:crypto'
import {
  constants,
  brotliDecompressSync,
  crc32,
  createBrotliCompress,
  deflateRaw,
  gunzipSync,
  brotliCompress,
  gzip,
} from 'node:zlib'
import { promisify } from 'node:util'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a body travels. */
type Encoding = 'br' | 'gzip' | 'identity'

/** A body that is compressed once and sent many times. */
export type SentBody = {
  /** Before compression, in bytes or, for a text, in characters. */
  readonly length: number
  /** @param fill has as many bytes as the hole of a kept body; ignored where there is none. */
  bytes(encoding: Encoding, fill: string): Promise<Buffer>
}

/**
 * A text that is compressed once and sent many times. In it may be a hole, as often as it likes: each answer fills it
 * with a value of its own (a nonce), without compressing anything again.
 */
export type KeptBody = SentBody & {
  /** What it was made of, with the placeholder in its hole. */
  readonly text: string
}

/** Bytes that are sent before and after the value of the hole. */
type Spliced = { readonly before: Buffer; readonly after: Buffer }

/** How many bytes a hole has: a nonce of 128 bits in hexadecimal. */
export const HOLE_BYTES = 32

/** @param placeholder what is written in the hole; a text that nothing else in the body can contain. */
export function keptBody(text: string, placeholder?: string): KeptBody {
  const raw = (placeholder === undefined ? [text] : text.split(placeholder)).map(part => Buffer.from(part))
  const [only] = raw
  if (only && raw.length === 1) return { text, length: text.length, bytes: whole(only) }
  const brotli = once(() => spliced(raw, brotliWithHole))
  const deflated = once(() => spliced(raw, gzipWithHole))

  async function bytes(encoding: Encoding, fill: string): Promise<Buffer> {
    const value = Buffer.from(fill)
    if (encoding === 'br') {
      const pieces = await brotli()
      return pieces ? filled(pieces, value) : compressed.br(joined(raw, value))
    }
    if (encoding === 'gzip') {
      const pieces = await deflated()
      return pieces ? withChecksum(filled(pieces, value), raw, value) : compressed.gzip(joined(raw, value))
    }
    return joined(raw, value)
  }
  return { text, length: text.length, bytes }
}

/** The same without a hole, for what stays as long as the process: a tenth of a second once, and a tenth fewer bytes. */
export const lastingBody = (text: string): KeptBody => ({
  text,
  length: text.length,
  bytes: whole(Buffer.from(text), LASTING_QUALITY),
})

/** A file of a build. @param brotli what the build has compressed of it; undefined if it hasn't */
export function builtBody(file: Buffer, brotli: Buffer | undefined): SentBody {
  const bytes = whole(file, LASTING_QUALITY)
  return {
    length: file.length,
    bytes: async (encoding, fill) => (encoding === 'br' && brotli ? brotli : bytes(encoding, fill)),
  }
}

/** Sends it as the client takes it. Compression of the server leaves alone what says its encoding already. */
export async function sendKeptBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, fill = '' }: { readonly body: SentBody; readonly fill?: string },
): Promise<FastifyReply> {
  const encoding = body.length < COMPRESSED_FROM ? 'identity' : encodingFor(request)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(await body.bytes(encoding, fill))
}

/** Shorter bodies gain nothing. */
export const COMPRESSED_FROM = 1024

function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return 'identity'
  const chosen = negotiate(accepted, ['br', 'gzip', 'identity'])
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity'
}

/** Good enough for what is sent many times, and a millisecond for a page. */
const BROTLI_QUALITY = 5
/** Responses are smaller than this window of 128 kB; the usual one takes megabytes for each of them. */
const BROTLI_WINDOW_BITS = 17

/** The next to last: half the time of the last. */
const LASTING_QUALITY = 10

const brotliParams = (quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
})

const compressed = {
  br: (body: Buffer, quality = BROTLI_QUALITY): Promise<Buffer> =>
    promisify(brotliCompress)(body, { params: brotliParams(quality) }),
  gzip: (body: Buffer): Promise<Buffer> => promisify(gzip)(body),
}

function whole(body: Buffer, quality?: number): KeptBody['bytes'] {
  const brotli = once(() => compressed.br(body, quality))
  const deflated = once(() => compressed.gzip(body))
  return async encoding => (encoding === 'br' ? brotli() : encoding === 'gzip' ? deflated() : body)
}

/** Made at the first call; a failure is made again. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let making: Promise<Made> | undefined
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined
      throw error
    })
    return making
  }
}

const joined = (parts: readonly Buffer[], value: Buffer): Buffer =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [value, part])))

const filled = ({ before, after }: Spliced, value: Buffer): Buffer => Buffer.concat([before, value, after])

type Encoder = (
  parts: readonly Buffer[],
  filler: Buffer,
) => Promise<{ readonly bytes: Buffer; readonly decode: Decoder }>
type Decoder = (bytes: Buffer, parts: readonly Buffer[], value: Buffer) => Buffer

/**
 * Compresses a body with its hole. The first hole is written uncompressed, so that its bytes can be exchanged; all
 * others become references to it. Whether the encoder did so, and no other byte refers to the hole, is seen by reading two
 * fills back that differ in each byte; undefined if it did not.
 */
async function spliced(parts: readonly Buffer[], encode: Encoder): Promise<Spliced | undefined> {
  const filler = incompressible()
  const { bytes, decode } = await encode(parts, filler)
  const at = bytes.indexOf(filler)
  if (at < 0 || bytes.includes(filler, at + 1)) return undefined
  const pieces = { before: bytes.subarray(0, at), after: bytes.subarray(at + HOLE_BYTES) }
  const isExact = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)].every(text => {
    const value = Buffer.from(text)
    return isReadAs(joined(parts, value), () => decode(filled(pieces, value), parts, value))
  })
  return isExact ? pieces : undefined
}

function isReadAs(expected: Buffer, decode: () => Buffer): boolean {
  try {
    return decode().equals(expected)
  } catch {
    return false
  }
}

/** Control characters, and bytes that are nowhere in UTF-8 (RFC 3629): a page has none of them. */
const IN_NO_TEXT = [
  ...Array.from({ length: 32 }, (_, byte) => byte).filter(byte => !'\t\n\r'.includes(String.fromCharCode(byte))),
  0xc0,
  0xc1,
  ...Array.from({ length: 11 }, (_, index) => 0xf5 + index),
]

/**
 * Bytes that all differ, in no order: encoders write them as they are. None of them is in a text, so no reference for
 * another part of the page begins or ends within the hole.
 */
function incompressible(): Buffer {
  const bytes = [...IN_NO_TEXT]
  for (let index = bytes.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    const [one = 0, two = 0] = [bytes[index], bytes[other]]
    bytes[index] = two
    bytes[other] = one
  }
  return Buffer.from(bytes.slice(0, HOLE_BYTES))
}

const brotliWithHole: Encoder = async ([first = Buffer.alloc(0), ...others], filler) => {
  // How a byte is written would otherwise depend on the bytes of the hole.
  const alike = { [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1 }
  const stream = createBrotliCompress({ params: { ...brotliParams(BROTLI_QUALITY), ...alike } })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))
  const flush = () =>
    new Promise<void>(resolve => {
      stream.flush(resolve)
    })
  stream.write(first)
  await flush()
  stream.write(filler)
  await flush()
  stream.end(joined(others, filler))
  await ended
  return { bytes: Buffer.concat(chunks), decode: bytes => brotliDecompressSync(bytes) }
}

/** RFC 1952: the method, no flags, no time, no system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** Check sum and length of the body. */
const GZIP_TAIL_BYTES = 8

/** Three runs of deflated blocks (RFC 1951) one after the other: before the hole, the hole as a stored block, after it. */
const gzipWithHole: Encoder = async ([first = Buffer.alloc(0), ...others], filler) => {
  const before = await promisify(deflateRaw)(first, { finishFlush: constants.Z_SYNC_FLUSH })
  const length = Buffer.alloc(5)
  length.writeUInt16LE(HOLE_BYTES, 1)
  length.writeUInt16LE(~HOLE_BYTES & 0xffff, 3)
  const dictionary = Buffer.concat([first, filler])
  const after = await promisify(deflateRaw)(joined(others, filler), { dictionary })
  const bytes = Buffer.concat([GZIP_HEAD, before, length, filler, after, Buffer.alloc(GZIP_TAIL_BYTES)])
  return { bytes, decode: (made, parts, value) => gunzipSync(withChecksum(made, parts, value)) }
}

function withChecksum(body: Buffer, parts: readonly Buffer[], value: Buffer): Buffer {
  const [first = Buffer.alloc(0), ...others] = parts
  const sum = others.reduce((before, part) => crc32(part, crc32(value, before)), crc32(first))
  const length = parts.reduce((bytes, part) => bytes + part.length, 0) + others.length * value.length
  body.writeUInt32LE(sum, body.length - GZIP_TAIL_BYTES)
  body.writeUInt32LE(length, body.length - 4)
  return body
}
