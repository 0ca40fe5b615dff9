import { createApiKey, deleteApiKey } from '#contract/organiser.ts'
import { logoutPath, mePath } from '#contract/account-paths.ts'
import { hours, instant } from '#domain/foundation/instant.ts'
import { type SessionKeys, readSession, sessionId } from '#server/foundation/http/session.ts'
import { SESSION_COOKIE } from '#server/foundation/http/visitor.ts'
import type { MemberRole, Scope, ScopedRole } from '#domain/access/principal/principal.ts'
import { beginSession } from '#server/access/member/sign-in.ts'
import { insertMember, putRole } from '#server/access/member/members.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { OpenIdProvider } from '#tests/fakes/openid-provider.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { aBrowser, signInAs } from '../../support/buyer/signing-in.ts'
import { aKey } from '../../support/organiser/door.ts'
import type { MEMBERS } from './callers.ts'
import type { TestShop } from '../../support/shop/test-shop.ts'

/** Names that are nowhere else in the shop. */
export const OWNER = { firstName: 'Zebedee', lastName: 'Quillfeather', email: 'zebedee@quillfeather.example' }
export const OTHER_PERSON = { firstName: 'Ottoline', lastName: 'Vandersloot', email: 'ottoline@vandersloot.example' }
const STRANGER = { firstName: 'Sam', lastName: 'Passerby', email: 'sam@passerby.example' }

/** The headers by which a caller says who it is. */
export type Credentials = Readonly<Record<string, string>>

/** A browser in which `person` has signed in, as headers. */
export async function signedIn({ url }: TestShop, provider: OpenIdProvider, person = STRANGER): Promise<Credentials> {
  const { firstName, lastName, email } = person
  provider.comes({ sub: email, email, email_verified: true, given_name: firstName, family_name: lastName })
  const browser = aBrowser(url)
  await signInAs(browser)
  return withToken(url, cookieOf(browser.cookies().get(SESSION_COOKIE) ?? ''))
}

export async function aVisitor(url: string): Promise<Credentials> {
  return withToken(url, {})
}

/** A member of these roles, signed in at the desk, as headers. */
export async function memberWith(
  { shop }: TestShop,
  name: string,
  ...roles: readonly ScopedRole[]
): Promise<Credentials> {
  const token = await transaction(shop.db, async tx => {
    const now = shop.clock.now()
    const email = `${crypto.randomUUID()}@members.example`
    const id = await insertMember(tx, { email, name, language: 'en' }, now)
    if (id === undefined) throw new Error(`${email} is taken`)
    for (const role of roles) await putRole(tx, id, role)
    return (await beginSession(tx, id, 'a test', now)).token
  })
  return { cookie: `foyer_desk=${token}` }
}

/** A member of each kind that the matrix asks as. */
export async function membersOf(
  served: TestShop,
  ids: { readonly organizationId: number; readonly otherId: number; readonly eventId: number },
): Promise<Record<(typeof MEMBERS)[number], Credentials>> {
  const { organizationId, otherId, eventId } = ids
  const own: Scope = { kind: 'organization', organizationId }
  const member = (role: MemberRole, scope: Scope = own) => memberWith(served, role, { role, scope })
  return {
    'shop owner': await member('OWNER', { kind: 'shop' }),
    'member owner': await member('OWNER'),
    editor: await member('EDITOR'),
    finance: await member('FINANCE'),
    desk: await member('DESK'),
    door: await member('DOOR'),
    'event owner': await member('OWNER', { kind: 'event', organizationId, eventId }),
    'other member owner': await member('OWNER', { kind: 'organization', organizationId: otherId }),
  }
}

/** With the anti-forgery token of the session, or of a new one. */
async function withToken(url: string, credentials: Credentials): Promise<Credentials> {
  const { headers } = await fetch(url + mePath, { headers: credentials })
  const session = headers.get('x-auth-token')
  return {
    ...credentials,
    ...(session !== null && { 'x-auth-token': session }),
    'x-csrf-token': headers.get('xsrf-token') ?? '',
  }
}

const cookieOf = (session: string): Credentials => ({ cookie: `${SESSION_COOKIE}=${session}` })

const sessionIn = ({ cookie = '' }: Credentials): string =>
  Buffer.from(decodeURIComponent(cookie.slice(SESSION_COOKIE.length + 1)), 'base64').toString('utf8')

const asCookie = (id: string): Credentials => cookieOf(encodeURIComponent(Buffer.from(id).toString('base64')))

export async function afterLogout({ url }: TestShop, credentials: Credentials): Promise<Credentials> {
  const { status } = await fetch(url + logoutPath, { method: 'POST', headers: credentials })
  if (status !== 200) throw new Error(`logging out was answered ${status}`)
  return credentials
}

/** The same session, begun five hours ago and never renewed. */
export async function over({ shop }: TestShop, credentials: Credentials): Promise<Credentials> {
  const keys = await sessionKeys(shop)
  const session = readSession(sessionIn(credentials), shop.clock.now(), keys)
  if (!session) throw new Error('a session of ours was expected')
  const startedAt = instant(session.startedAt - hours(5))
  return { ...credentials, ...asCookie(sessionId({ ...session, startedAt }, keys)) }
}

async function sessionKeys({ db }: TestShop['shop']): Promise<SessionKeys> {
  const rows = await db.kysely.selectFrom('secret').select(['purpose', 'value']).execute()
  const keyFor = (purpose: string) => rows.find(row => row.purpose === purpose)?.value ?? Buffer.alloc(0)
  return { sign: keyFor('session'), antiForgery: keyFor('anti-forgery') }
}

export function forged(credentials: Credentials): Credentials {
  const id = sessionIn(credentials)
  return { ...credentials, ...asCookie(id.slice(0, -2) + (id.endsWith('AA') ? 'BB' : 'AA')) }
}

export const keyed = (key: string): Credentials => ({ authorization: `ApiKey ${key}` })

/** Keys of an organisation, one of each type. */
export async function keysOf({ url, apiKey }: TestShop, organizationId: number) {
  const key = async (role: 'API_CLIENT' | 'SUPERVISOR' | 'OPERATOR' | 'SPONSOR') =>
    keyed(await aKey(url, { systemKey: apiKey, organizationId, role }))
  return {
    organiser: await key('API_CLIENT'),
    supervisor: await key('SUPERVISOR'),
    scanner: await key('OPERATOR'),
    sponsor: await key('SPONSOR'),
  }
}

export async function formerKey({ url, apiKey }: TestShop, organizationId: number): Promise<Credentials> {
  const system = aBuyer(url, keyed(apiKey))
  const params = { id: organizationId }
  const { apiKey: key } = await system.expect(createApiKey, 200, { params, body: { type: 'API_CLIENT' } })
  await system.expect(deleteApiKey, 200, { params: { ...params, apiKey: key } })
  return keyed(key)
}
