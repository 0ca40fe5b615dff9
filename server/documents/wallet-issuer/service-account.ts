import { type KeyObject, createPrivateKey, sign } from 'node:crypto'

/** Who speaks to Google in the name of the issuer. The key never leaves the server. */
export type ServiceAccount = { readonly email: string; readonly keyId: string | null; readonly key: KeyObject }

/** Reads the JSON file that Google gives for a service account; undefined when it is none, or has no RSA key. */
export function readServiceAccount(json: string): ServiceAccount | undefined {
  const found = parsed(json)
  if (typeof found !== 'object' || found === null) return undefined
  if (!('client_email' in found) || typeof found.client_email !== 'string' || found.client_email === '')
    return undefined
  if (!('private_key' in found) || typeof found.private_key !== 'string') return undefined
  const key = readKey(found.private_key)
  if (key?.asymmetricKeyType !== 'rsa') return undefined
  const keyId = 'private_key_id' in found && typeof found.private_key_id === 'string' ? found.private_key_id : null
  return { email: found.client_email, keyId, key }
}

/** A JWT (RFC 7519) with these claims, signed by the account with RS256. */
export function signedToken({ key, keyId }: ServiceAccount, claims: object): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== null && { kid: keyId }) }
  const signed = [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
