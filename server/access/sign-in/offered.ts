import type { EventLog } from '#server/foundation/base/event-log.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type ProviderNamed, UnusableConfiguration, readConfiguration } from './configuration.ts'
import { type SignInProvider, openProvider } from './provider.ts'

/** Whether buyers can sign in, and with whom. */
export type SignIn = {
  isOffered(): Promise<boolean>
  /** Undefined where sign-in is not possible; rejects while the provider can't be reached. */
  provider(): Promise<SignInProvider | undefined>
}

/** A changed setting holds after this long; what the provider has published of itself is asked again after an hour. */
const SETTINGS_MS = 1_000
const PROVIDER_MS = 3_600_000

type Parts = { readonly db: Database; readonly config: Config; readonly log: EventLog }

export function openSignIn({ db, config, log }: Parts): SignIn {
  let lastComplaint: string | undefined
  const settings = briefMemory<'sign-in', string | null>({
    milliseconds: SETTINGS_MS,
    capacity: 1,
    load: async () => {
      const stated = await systemSettings(db)
      return stated.flag('OPENID_PUBLIC_ENABLED') ? stated.text('OPENID_CONFIGURATION_JSON') : null
    },
  })
  const providers = briefMemory<string, SignInProvider>({
    milliseconds: PROVIDER_MS,
    capacity: 2,
    load: json => openProvider(readConfiguration(json, config.mode === 'development')),
  })

  /** What can't be used is as good as nothing, and is said once. */
  function usable(json: string): ProviderNamed | undefined {
    try {
      return readConfiguration(json, config.mode === 'development')
    } catch (error) {
      if (!(error instanceof UnusableConfiguration)) throw error
      if (lastComplaint !== error.message) log.signInUnusable(error.message)
      lastComplaint = error.message
      return undefined
    }
  }

  const isOffered = async (): Promise<boolean> => {
    const json = await settings.get('sign-in')
    return json !== null && usable(json) !== undefined
  }
  return {
    isOffered,
    provider: async () => {
      const json = await settings.get('sign-in')
      return json !== null && usable(json) !== undefined ? providers.get(json) : undefined
    },
  }
}
