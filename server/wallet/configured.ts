import type { WalletConfiguration } from '#contract/configuration.ts'
import type { Settings } from '#server/setting/settings.ts'
import { type Keystore, openKeystore } from './apple/keystore.ts'
import { type ServiceAccount, readServiceAccount } from './google/service-account.ts'

/** Whoever issues tickets for Google Wallet. */
export type GoogleIssuer = {
  readonly issuerId: string
  readonly account: ServiceAccount
  /** Also what Google already has is written anew. */
  readonly overwrites: boolean
}

/** Whoever issues tickets for Apple Wallet. */
export type AppleIssuer = {
  readonly typeIdentifier: string
  readonly teamIdentifier: string
  readonly keystore: Keystore
}

/** Undefined unless it is switched on and everything it needs can be read. */
export function googleIssuer(settings: Settings): GoogleIssuer | undefined {
  const issuerId = settings.text('WALLET_ISSUER_IDENTIFIER')
  const json = settings.text('WALLET_SERVICE_ACCOUNT_KEY')
  if (!settings.flag('ENABLE_WALLET') || issuerId === null || json === null) return undefined
  const account = readServiceAccount(json)
  return account && { issuerId, account, overwrites: settings.flag('WALLET_OVERWRITE_PREVIOUS_CLASSES_AND_EVENTS') }
}

/** Undefined unless it is switched on and everything it needs can be read. */
export function appleIssuer(settings: Settings): AppleIssuer | undefined {
  const typeIdentifier = settings.text('PASSBOOK_TYPE_IDENTIFIER')
  const teamIdentifier = settings.text('PASSBOOK_TEAM_IDENTIFIER')
  const content = settings.text('PASSBOOK_KEYSTORE')
  if (!settings.flag('ENABLE_PASS') || typeIdentifier === null || teamIdentifier === null || content === null)
    return undefined
  const keystore = openKeystore({
    content,
    password: settings.text('PASSBOOK_KEYSTORE_PASSWORD') ?? '',
    alias: settings.text('PASSBOOK_PRIVATE_KEY_ALIAS'),
    intermediate: settings.text('PASSBOOK_INTERMEDIATE_CERTIFICATE'),
  })
  return keystore && { typeIdentifier, teamIdentifier, keystore }
}

/** Which wallets are set up. */
export function configuredWallets(settings: Settings): WalletConfiguration {
  return { gWalletEnabled: googleIssuer(settings) !== undefined, passEnabled: appleIssuer(settings) !== undefined }
}
