import type { WalletConfiguration } from '#contract/configuration.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { type Keystore, openKeystore, openedKeystore } from './keystore.ts'
import type { SealedKeystore } from './read-keystore.ts'
import { type KeyObject, createPrivateKey, sign } from 'node:crypto'

/** The issuer of tickets for Google Wallet. */
export type GoogleIssuer = {
  readonly issuerId: string
  readonly account: ServiceAccount
  /** Also what Google already has is written anew. */
  readonly overwrites: boolean
}

/** The issuer of tickets for Apple Wallet. */
export type AppleIssuer = {
  readonly typeIdentifier: string
  readonly teamIdentifier: string
  readonly keystore: Keystore
}

/** Undefined unless it is switched on and everything it needs can be read. */
export function googleIssuer(settings: Settings): GoogleIssuer | undefined {
  const issuerId = settings.text('WALLET_ISSUER_IDENTIFIER')
  const json = unlessUnreadable(() => settings.text('WALLET_SERVICE_ACCOUNT_KEY'), null)
  if (!settings.flag('ENABLE_WALLET') || issuerId === null || json === null) return undefined
  const account = readServiceAccount(json)
  return account && { issuerId, account, overwrites: settings.flag('WALLET_OVERWRITE_PREVIOUS_CLASSES_AND_EVENTS') }
}

/**
 * Undefined unless it is switched on and everything it needs can be read. Of settings that `openIssuers` was asked about:
 * the catalogue does so with those of every event it loads.
 */
export function appleIssuer(settings: Settings): AppleIssuer | undefined {
  const typeIdentifier = settings.text('PASSBOOK_TYPE_IDENTIFIER')
  const teamIdentifier = settings.text('PASSBOOK_TEAM_IDENTIFIER')
  const sealed = sealedKeystore(settings)
  if (typeIdentifier === null || teamIdentifier === null || sealed === undefined) return undefined
  const keystore = openedKeystore(sealed)
  return keystore && { typeIdentifier, teamIdentifier, keystore }
}

/** Opens what `appleIssuer` needs of these settings; to be waited for before it is asked about settings just loaded. */
export async function openIssuers(settings: Settings, owner: string): Promise<void> {
  const sealed = sealedKeystore(settings)
  if (sealed) await openKeystore(sealed, owner)
}

/** Undefined where no passes are made, or none can be. */
function sealedKeystore(settings: Settings): SealedKeystore | undefined {
  if (!settings.flag('ENABLE_PASS')) return undefined
  return unlessUnreadable(() => {
    const content = settings.text('PASSBOOK_KEYSTORE')
    if (content === null) return undefined
    return {
      content,
      password: settings.text('PASSBOOK_KEYSTORE_PASSWORD') ?? '',
      alias: settings.text('PASSBOOK_PRIVATE_KEY_ALIAS'),
      intermediate: settings.text('PASSBOOK_INTERMEDIATE_CERTIFICATE'),
    }
  }, undefined)
}

/** Which wallets are set up. */
export function configuredWallets(settings: Settings): WalletConfiguration {
  return { gWalletEnabled: googleIssuer(settings) !== undefined, passEnabled: appleIssuer(settings) !== undefined }
}

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
