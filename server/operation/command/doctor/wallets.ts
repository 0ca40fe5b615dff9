import { type Instant, days, instant } from '#domain/foundation/instant.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { findUnended } from '#server/catalog/catalog/all-offers.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { type Settings, loadSettings, systemSettings } from '#server/foundation/setting/settings.ts'
import { accessToken } from '#server/ticket/wallet/google/client.ts'
import { type AppleIssuer, appleIssuer, googleIssuer, openIssuers } from '#server/documents/wallet-issuer/configured.ts'
import type { Finding } from './shop.ts'

type Found = Omit<Finding, 'about'>

/** So many events and passes are checked, besides the shop itself. */
const MOST = 200
/** Apple's certificates are good for a year. */
const SOON_MS = days(30)

/** Can tickets go to wallets where that is switched on? What is said of several places is said once. */
export async function wallets(config: Config, db: Database): Promise<Finding[]> {
  const now = systemClock().now()
  const places = new Map<string, string[]>()
  const findings = new Map<string, Finding>()
  for (const { name, load } of await placesOf(db, now)) {
    const settings = await load()
    for (const finding of [...(await google(settings, config, now)), ...(await apple(settings, name, now))]) {
      const key = JSON.stringify(finding)
      places.set(key, [...(places.get(key) ?? []), name])
      findings.set(key, finding)
    }
  }
  if (findings.size === 0) return [{ about: 'Wallets', verdict: 'good', sentence: 'none are switched on.' }]
  return [...findings].map(([key, { about, ...found }]) => ({
    about: `${about} of ${describePlaces(places.get(key) ?? [])}`,
    ...found,
  }))
}

type Place = { readonly name: string; readonly load: () => Promise<Settings> }

async function placesOf(db: Database, now: Instant): Promise<Place[]> {
  const sales = await findUnended(db, now, { limit: MOST })
  const ofSales = sales.map(({ id, name }) => ({ name, load: () => loadSettings(db, { contextId: id }) }))
  return [{ name: 'the shop', load: () => systemSettings(db) }, ...ofSales]
}

const LISTED_PLACES = 3

function describePlaces(names: readonly string[]): string {
  const others = names.length > LISTED_PLACES ? ` and ${names.length - LISTED_PLACES} others` : ''
  return `${names.slice(0, LISTED_PLACES).join(', ')}${others}`
}

async function google(settings: Settings, { wallets: at }: Config, now: Instant): Promise<Finding[]> {
  if (!settings.flag('ENABLE_WALLET')) return []
  const about = 'Google Wallet'
  const issuer = googleIssuer(settings)
  if (!issuer) {
    const sentence =
      'WALLET_ISSUER_IDENTIFIER or WALLET_SERVICE_ACCOUNT_KEY is not set, or is no key of a service account.'
    return [{ about, verdict: 'bad', sentence }]
  }
  try {
    await accessToken({ account: issuer.account, origin: at.googleToken, now })
    return [{ about, verdict: 'good', sentence: `Google gives access to ${issuer.account.email}.` }]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ about, verdict: 'bad', sentence: `${issuer.account.email} has no access: ${reason}.` }]
  }
}

async function apple(settings: Settings, place: string, now: Instant): Promise<Finding[]> {
  if (!settings.flag('ENABLE_PASS')) return []
  await openIssuers(settings, place)
  const issuer = appleIssuer(settings)
  return [{ about: 'Apple Wallet', ...(issuer ? describeCertificate(issuer, now) : NO_KEYSTORE) }]
}

const NO_KEYSTORE: Found = {
  verdict: 'bad',
  sentence:
    'PASSBOOK_TYPE_IDENTIFIER, PASSBOOK_TEAM_IDENTIFIER or PASSBOOK_KEYSTORE is not set, or the keystore can not be opened: compare its password and the name of its key, and whether it holds the certificate of Apple above its own.',
}

function describeCertificate({ keystore, typeIdentifier }: AppleIssuer, now: Instant): Found {
  const end = instant(keystore.certificate.validity.notAfter.getTime())
  const day = Temporal.Instant.fromEpochMilliseconds(end).toString().slice(0, 10)
  if (end <= now) return { verdict: 'bad', sentence: `the certificate of ${typeIdentifier} has ended on ${day}.` }
  const verdict = end - now < SOON_MS ? 'note' : 'good'
  return { verdict, sentence: `the certificate of ${typeIdentifier} is good until ${day}.` }
}
