import type { WalletConfiguration } from '#contract/configuration.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { type Keystore, openKeystore, openedKeystore } from './keystore.ts'
import type { SealedKeystore } from './read-keystore.ts'
import { type ServiceAccount, readServiceAccount } from './service-account.ts'

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
