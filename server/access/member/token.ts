import { createHash, randomBytes } from 'node:crypto'

/** The secret of a session or a link of a member: 256 bits that can't be guessed. Only its digest is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const digestOf = (token: string): Buffer => createHash('sha256').update(`member ${token}`).digest()
