import { randomFillSync } from 'node:crypto'

/** So many are drawn at a time: a draw of its own costs as much as the rest of a short answer. */
const DRAWN = 8192

const drawn = Buffer.alloc(DRAWN)
let used = DRAWN

/** Random bytes that no one else gets. @param count at most 64 */
export function freshBytes(count: number): Buffer {
  if (used + count > DRAWN) {
    randomFillSync(drawn)
    used = 0
  }
  used += count
  return Buffer.from(drawn.subarray(used - count, used))
}

/** A fresh nonce for the policy of one page: 128 random bits, 32 hexadecimal digits. */
export const newNonce = (): string => freshBytes(16).toString('hex')
