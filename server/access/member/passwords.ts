import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Argon2id with the least memory and passes that OWASP names (Password Storage Cheat Sheet): some 50 ms of a processor. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** What is stored of a password: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, in the form of PHC. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`
}

/**
 * Is this the password that was stored? Null, of a person without one or an unknown address, takes as long as a wrong
 * password, so that the time reveals no address.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const found = FORM.exec(stored ?? NONE)
  if (!found) throw new Error('a password that is stored in another form')
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const derived = await tagOf(password, Buffer.from(salt, 'base64'), cost)
  const expected = Buffer.from(tag, 'base64')
  return stored !== null && derived.length === expected.length && timingSafeEqual(derived, expected)
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const NONE = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(Buffer.alloc(SALT_BYTES))}$${text(Buffer.alloc(TAG_BYTES))}`

/** Characters that look the same are the same (Unicode NFKC), whatever keyboard has written them. */
function tagOf(password: string, salt: Buffer, cost: typeof COST | Record<keyof typeof COST, number>): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: salt,
    tagLength: TAG_BYTES,
    ...cost,
  })
}
