/** What names people is kept sealed: by a key that the browser holds and never gives out. */
export type Vault = {
  seal(value: object): Promise<Sealed>
  open<Value>(sealed: Sealed): Promise<Value>
}

export type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly text: ArrayBuffer }

export const newVaultKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

export function vaultWith(key: CryptoKey): Vault {
  return {
    async seal(value) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv },
        key,
        new TextEncoder().encode(JSON.stringify(value)),
      )
      return { iv, text }
    },
    async open({ iv, text }) {
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, text)
      return JSON.parse(new TextDecoder().decode(opened))
    },
  }
}
