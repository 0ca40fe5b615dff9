/** AES-256 takes no other length. */
export const KEY_BYTES = 32

/** A key of 32 bytes, written in Base64 of either alphabet; undefined for any other text. */
export function readSecretKey(text: string): Buffer | undefined {
  const written = text.trim()
  if (!/^[\w+/-]{43}=?$/.test(written)) return undefined
  const key = Buffer.from(written, 'base64')
  return key.length === KEY_BYTES ? key : undefined
}
