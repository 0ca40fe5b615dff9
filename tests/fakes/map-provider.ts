import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll } from 'vitest'

export type MapAnswer = { readonly status: number; readonly body: Buffer; readonly location?: string }

/** A provider of maps: notes the path of each request, and answers as `answer` says. Gone after the last test of the file. */
export async function mapProvider(first: (path: string) => MapAnswer) {
  const requests: string[] = []
  let answer = first
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const { status, body, location } = answer(url)
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return { url, requests, answer: (next: (path: string) => MapAnswer) => void (answer = next) }
}

const [GROUND, STREET, WATER, PIN] = [
  [239, 234, 224],
  [255, 255, 255],
  [170, 205, 225],
  [168, 50, 26],
] as const

/** Streets, a shore, and a pin in the middle; a PNG that browsers show. */
export function drawnMap(width = 800, height = 400): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => pixel(x - width / 2, y - height / 2)).flat()]),
  )
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pixel(x: number, y: number): readonly number[] {
  if (Math.hypot(x, y) < 14) return PIN
  if (y > 110 + 30 * Math.sin(x / 90)) return WATER
  const isStreet = Math.abs(x % 130) < 7 || Math.abs((y + x / 5) % 90) < 6
  return isStreet ? STREET : GROUND
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}
