import { TRUST_HINT, certificateTrouble } from '#server/operation/command/doctor/reach.ts'
import { signInCallbackPath } from '#contract/paths.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { newAttempt } from '#server/access/sign-in/attempt.ts'
import { type ProviderNamed, UnusableConfiguration, readConfiguration } from '#server/access/sign-in/configuration.ts'
import { ShopRefused, type SignInProvider, openProvider } from '#server/access/sign-in/provider.ts'
import type { Finding } from './shop.ts'

type Found = Omit<Finding, 'about'>

/** Can buyers sign in? The provider is asked for its addresses and keys, and whether it takes the shop for its client. */
export async function signIn(config: Config, db: Database): Promise<Finding> {
  return { about: 'Sign-in', ...(await checkSignIn(config, db)) }
}

async function checkSignIn(config: Config, db: Database): Promise<Found> {
  const settings = await systemSettings(db)
  if (!settings.flag('OPENID_PUBLIC_ENABLED')) return { verdict: 'good', sentence: 'is not offered to buyers.' }
  const json = unlessUnreadable(() => settings.text('OPENID_CONFIGURATION_JSON'), null)
  if (json === null) return bad('OPENID_CONFIGURATION_JSON is not set, so nobody can sign in.')
  try {
    return await checkProvider(readConfiguration(json, config.mode === 'development'), config.baseUrl)
  } catch (error) {
    if (error instanceof UnusableConfiguration) return bad(`OPENID_CONFIGURATION_JSON can't be used: ${error.message}.`)
    return bad(`the provider can't be used: ${reasonOf(error)}.`)
  }
}

async function checkProvider(named: ProviderNamed, baseUrl: string): Promise<Found> {
  const provider = await openProvider(named)
  const keys = await provider.countKeys()
  if (keys === 0) return bad(`${named.issuer} has no keys.`)
  const refusal = await whyNoClient(provider, named.callbackUrl ?? `${baseUrl}${signInCallbackPath}`)
  if (refusal !== undefined) return bad(`${named.issuer} does not take the client ${named.clientId}: ${refusal}.`)
  return { verdict: 'good', sentence: `${named.issuer} takes the client ${named.clientId}, and has ${keys} keys.` }
}

/** Who shows a code that was never given is refused for the code (RFC 6749, 5.2) once the client itself is taken. */
async function whyNoClient(provider: SignInProvider, callbackUrl: string): Promise<string | undefined> {
  const attempt = newAttempt('/', null)
  const arrivedAt = new URL(callbackUrl)
  arrivedAt.search = new URLSearchParams({ code: 'none', state: attempt.state, iss: provider.issuer }).toString()
  try {
    await provider.redeem(arrivedAt, attempt)
    return undefined
  } catch (error) {
    return error instanceof ShopRefused && error.code === 'invalid_grant' ? undefined : reasonOf(error)
  }
}

const bad = (sentence: string): Found => ({ verdict: 'bad', sentence })

function reasonOf(error: unknown): string {
  const trouble = certificateTrouble(error)
  if (trouble?.kind === 'untrusted')
    return `this machine does not trust its certificate (${trouble.reason}); ${TRUST_HINT}`
  return trouble?.reason ?? (error instanceof Error ? error.message : String(error))
}
