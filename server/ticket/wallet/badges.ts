import { readFile } from 'node:fs/promises'

type Badge = { readonly contentType: string; readonly content: Buffer }

/** Clients of this wire ask for these names; the drawings are ours (shop contract, static images). */
const BADGES: ReadonlyMap<string, { readonly file: string; readonly contentType: string }> = new Map([
  [
    'email/enUS_add_to_google_wallet_add-wallet-badge.svg',
    { file: 'add-to-google-wallet.svg', contentType: 'image/svg+xml' },
  ],
  ['email/add-to-apple-wallet-button.png', { file: 'add-to-apple-wallet.png', contentType: 'image/png' }],
])

/** Undefined for an unknown name. */
export async function badgeOf(name: string): Promise<Badge | undefined> {
  const found = BADGES.get(name)
  if (!found) return undefined
  const content = await readFile(new URL(`badges/${found.file}`, import.meta.url))
  return { contentType: found.contentType, content }
}
