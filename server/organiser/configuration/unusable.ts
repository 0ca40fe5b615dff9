import { termsIn } from '#server/access/member/providers.ts'
import { UnusableConfiguration, readConfiguration } from '#server/access/sign-in/configuration.ts'
import { readServiceAccount } from '#server/documents/wallet-issuer/configured.ts'
import { isKeystore } from '#server/documents/wallet-issuer/read-keystore.ts'
import type { SettingKey } from '#server/foundation/setting/registry.ts'

/**
 * Why a text that can be stored would be of no use where it is read, in English; undefined where it is of use. Says
 * nothing of its content, which is secret.
 * @param isDevelopment Then a provider of sign-in on this machine may be asked over http.
 */
export function whyUnusable(key: SettingKey, value: string, isDevelopment: boolean): string | undefined {
  if (value.trim() === '') return undefined
  switch (key) {
    case 'OPENID_CONFIGURATION_JSON':
      return whyNoConfiguration(value, isDevelopment)
    case 'DESK_OPENID_CONFIGURATION_JSON':
      return termsIn(value) ? undefined : 'it is not the JSON of a provider, with issuer and clientId'
    case 'WALLET_SERVICE_ACCOUNT_KEY':
      return readServiceAccount(value)
        ? undefined
        : 'it is not the JSON file of a service account, with client_email and an RSA private_key'
    case 'PASSBOOK_KEYSTORE':
      return isKeystore(value) ? undefined : 'it is no PKCS#12 file in Base64'
    default:
      return undefined
  }
}

function whyNoConfiguration(json: string, isDevelopment: boolean): string | undefined {
  try {
    readConfiguration(json, isDevelopment)
    return undefined
  } catch (error) {
    if (error instanceof UnusableConfiguration) return error.message
    throw error
  }
}
