import {
  CONTEXT,
  type ReaderOf,
  SYSTEM,
  type SettingDefinitions,
  flag,
  secret,
  text,
} from '#domain/foundation/setting/definition.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { PLATFORM_SETTINGS } from '#server/providers/port/platform-fee.ts'

export const MOLLIE_SETTINGS = {
  MOLLIE_CC_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Mollie.'),
  MOLLIE_API_KEY: secret(
    CONTEXT,
    "Mollie's API key of a profile (live_ or test_); unused where the platform takes payments.",
  ),
  MOLLIE_CONNECT_CLIENT_ID: text(SYSTEM, "Client id of the platform's app at Mollie (Connect).", /^app_\w+$/),
  MOLLIE_CONNECT_CLIENT_SECRET: secret(SYSTEM, "Client secret of the platform's app at Mollie."),
  MOLLIE_CONNECT_REFRESH_TOKEN: secret(
    CONTEXT,
    'Refresh token by which the platform takes payments for the organiser.',
  ),
  MOLLIE_CONNECT_PROFILE_ID: text(CONTEXT, "The organiser's profile at Mollie (pfl_), for the platform.", /^pfl_\w+$/),
  MOLLIE_CONNECT_LIVE_MODE: flag(false, CONTEXT, 'Take real money by the platform; otherwise in test mode.'),
  ...PLATFORM_SETTINGS,
} as const satisfies SettingDefinitions

export type Own = ReaderOf<typeof MOLLIE_SETTINGS>

export type Mode = 'live' | 'test'

/** By whom Mollie is asked: the organiser's own key, or the platform for the organiser's profile. */
export type Account =
  /** The mode is null where the key does not say it. */
  | { readonly kind: 'key'; readonly key: string; readonly mode: Mode | null }
  | (Platform & { readonly kind: 'platform'; readonly profileId: string; readonly mode: Mode })

export type Platform = { readonly clientId: string; readonly clientSecret: string; readonly refreshToken: string }

/** Null while something is missing. */
export function accountOf(settings: Own): Account | null {
  if (!settings.flag('PLATFORM_MODE_ENABLED')) {
    const key = settings.text('MOLLIE_API_KEY')
    return key === null ? null : { kind: 'key', key, mode: modeOfKey(key) }
  }
  const clientId = settings.text('MOLLIE_CONNECT_CLIENT_ID')
  const clientSecret = settings.text('MOLLIE_CONNECT_CLIENT_SECRET')
  const refreshToken = settings.text('MOLLIE_CONNECT_REFRESH_TOKEN')
  const profileId = settings.text('MOLLIE_CONNECT_PROFILE_ID')
  if (clientId === null || clientSecret === null || refreshToken === null || profileId === null) return null
  const mode = settings.flag('MOLLIE_CONNECT_LIVE_MODE') ? 'live' : 'test'
  return { kind: 'platform', clientId, clientSecret, refreshToken, profileId, mode }
}

const OF_PLATFORM = [
  'MOLLIE_CONNECT_CLIENT_ID',
  'MOLLIE_CONNECT_CLIENT_SECRET',
  'MOLLIE_CONNECT_REFRESH_TOKEN',
  'MOLLIE_CONNECT_PROFILE_ID',
] as const

/** The settings without which there is no account. */
export const missingOfAccount = (settings: Own): readonly string[] =>
  (settings.flag('PLATFORM_MODE_ENABLED') ? OF_PLATFORM : (['MOLLIE_API_KEY'] as const)).filter(
    key => settings.text(key) === null,
  )

export const missing = (settings: Own): readonly string[] => [
  ...(settings.flag('MOLLIE_CC_ENABLED') ? [] : ['MOLLIE_CC_ENABLED']),
  ...missingOfAccount(settings),
]

function modeOfKey(key: string): Mode | null {
  const mode = /^(live|test)_/.exec(key)?.[1]
  return mode === 'live' || mode === 'test' ? mode : null
}

/** What is kept with a payment, so that it stays with the account and the mode it was begun by. */
export function keptOf(account: Account): ProviderData {
  return { mode: account.mode, profileId: account.kind === 'platform' ? account.profileId : null }
}

/**
 * The account for a payment that was begun before. Asking by another one could make a second payment, or find none, so
 * that it is an error to have changed from a key to the platform, or a key from test to live mode, meanwhile. Of a payment
 * that Mollie never reported, nothing is kept: the account of today looks for it.
 */
export function accountFor(settings: Own, { mode, profileId }: ProviderData): Account {
  const account = accountOf(settings)
  if (account === null) throw new Error('the settings for Mollie are incomplete')
  const isByPlatform = typeof profileId === 'string'
  if (profileId !== undefined && isByPlatform !== (account.kind === 'platform')) {
    throw new Error(
      `the payment was begun by ${isByPlatform ? 'the platform' : 'an API key'}, which does not take payments any more`,
    )
  }
  const modeAtStart = mode === 'live' || mode === 'test' ? mode : null
  if (account.kind === 'platform') {
    return { ...account, profileId: isByPlatform ? profileId : account.profileId, mode: modeAtStart ?? account.mode }
  }
  if (modeAtStart !== null && account.mode !== null && modeAtStart !== account.mode) {
    throw new Error(`the payment was begun in ${modeAtStart} mode, and MOLLIE_API_KEY is of ${account.mode} mode`)
  }
  return account
}
