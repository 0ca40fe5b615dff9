import type { ListedContent } from '#domain/door/door-scan/offline.ts'

/** Opens what only the code of a ticket opens, in the format of scanning apps (contract/door-device.ts). */
export async function openTicket(code: string, sealed: string): Promise<ListedContent> {
  const [iv = '', text = ''] = sealed.split('|')
  const secret = new TextEncoder().encode(code)
  const password = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey'])
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', salt: secret, iterations: 1000, hash: 'SHA-1' },
    password,
    { name: 'AES-CBC', length: 256 },
    false,
    ['decrypt'],
  )
  const opened = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: bytesOf(iv) }, key, bytesOf(text))
  return JSON.parse(new TextDecoder().decode(opened))
}

/** Hexadecimal SHA-256, by which a ticket of the list is found. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.codePointAt(0) ?? 0)
}
