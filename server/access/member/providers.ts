import { type NewcomerRole, isNewcomerRole } from '#domain/access/principal/principal.ts'
import type { Config } from '#server/foundation/config/config.ts'
import { type Queryable } from '#server/foundation/database/database.ts'
import { isPublicHost } from '#server/foundation/http/public-network.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { statedBy } from '#server/foundation/setting/stated-settings.ts'
import { type ProviderNamed, UnusableConfiguration, readConfiguration } from '../sign-in/configuration.ts'
import { type SignInProvider, openProvider } from '../sign-in/provider.ts'

/** The providers by which members sign in: that of the shop, and those of organisations. Nothing of one counts for another. */

export const PROVIDER_SETTING = 'DESK_OPENID_CONFIGURATION_JSON'

/** Null: the shop; else an organisation. */
export type ProviderOf = number | null

/** As the setting has it, in one piece, so that no secret of one provider ever goes to another. */
export type ProviderTerms = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of mail addresses, in lower case; none: any. */
  readonly domains: readonly string[]
  /** Of people without an invitation, for the organisation; null: only invited people come in. */
  readonly role: NewcomerRole | null
}

/** The terms of the shop, or those that an organisation itself has stated; undefined where there are none. */
export async function readTerms(db: Queryable, of: ProviderOf): Promise<ProviderTerms | undefined> {
  const json = of === null ? await ofShop(db) : await ofOrganization(db, of)
  return json === null ? undefined : termsIn(json)
}

async function ofShop(db: Queryable): Promise<string | null> {
  const settings = await systemSettings(db)
  return unlessUnreadable(() => settings.text(PROVIDER_SETTING), null)
}

/** Only what the organisation states: the secret of the shop is not for the provider of an organisation. */
async function ofOrganization(db: Queryable, organizationId: number): Promise<string | null> {
  return (await statedBy(db, { level: 'organization', organizationId })).get(PROVIDER_SETTING) ?? null
}

export function termsIn(json: string): ProviderTerms | undefined {
  const value = parsed(json)
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '')
  const { domains, role } = value
  const [issuer, clientId, clientSecret] = [text('issuer'), text('clientId'), text('clientSecret')]
  if (issuer === '' || clientId === '' || clientSecret === '') return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    domains: Array.isArray(domains) ? domains.filter(domain => typeof domain === 'string') : [],
    role: isNewcomerRole(role) ? role : null,
  }
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Is an address, which the provider has verified, of a domain that may come in? */
export function isOfDomain({ domains }: Pick<ProviderTerms, 'domains'>, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.includes(domain)
}

export type NamedProvider = { readonly of: ProviderOf; readonly name: string | null }

/** Where members can sign in by a provider: the shop first, then organisations by name. */
export async function listProviders(db: Queryable): Promise<NamedProvider[]> {
  const shop = (await readTerms(db, null)) ? [{ of: null, name: null }] : []
  const organizations = await db.kysely
    .selectFrom('setting')
    .innerJoin('organization', 'organization.id', 'setting.organization_id')
    .select(['organization.id as of', 'organization.name'])
    .where('key', '=', PROVIDER_SETTING)
    .orderBy('organization.name')
    .limit(100)
    .execute()
  return [...shop, ...organizations]
}

/** What a provider has published of itself is read again after an hour. */
const PUBLISHED_MS = 3_600_000

/** Opens providers of members, and keeps what they have published. */
export type MemberProviders = {
  /** Rejects where it can't be reached, or can't be used. */
  open(terms: ProviderTerms): Promise<SignInProvider>
}

export function memberProviders({ mode }: Pick<Config, 'mode'>): MemberProviders {
  const isDevelopment = mode === 'development'
  // An organiser names them, and the shop asks them: nothing of a private network is asked so.
  const mayAsk = (host: string): Promise<boolean> => (isDevelopment ? Promise.resolve(true) : isPublicHost(host))
  const opened = briefMemory<string, SignInProvider>({
    milliseconds: PUBLISHED_MS,
    capacity: 50,
    load: json => openProvider(readConfiguration(json, isDevelopment), mayAsk),
  })
  return {
    open: ({ issuer, clientId, clientSecret }) => opened.get(JSON.stringify({ issuer, clientId, clientSecret })),
  }
}

/** Could a provider have such an address at all? */
export function isUsableIssuer(terms: ProviderTerms, { mode }: Pick<Config, 'mode'>): boolean {
  try {
    const named: ProviderNamed = readConfiguration(JSON.stringify(terms), mode === 'development')
    return named.issuer !== ''
  } catch (error) {
    if (error instanceof UnusableConfiguration) return false
    throw error
  }
}
