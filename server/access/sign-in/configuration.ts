import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { NameClaims } from '#domain/buyer/account/account.ts'

/** A provider of sign-in, as the operator has named it. */
export type ProviderNamed = {
  /** Whose word counts: `iss` of everything the provider signs. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly names: NameClaims
  /** Where the provider sends the visitor back to; null: the usual address of this shop. */
  readonly callbackUrl: string | null
  /** Addresses that are stated, and not requested from the provider itself; null: ask it. */
  readonly addresses: ProviderAddresses | null
  /** Where a browser ends its session at the provider; null: as the provider says, or nowhere. */
  readonly logoutUrl: string | null
  /** Where the provider sends the visitor after that; null: home. */
  readonly loggedOutUrl: string | null
}

type ProviderAddresses = { readonly authorization: string; readonly token: string; readonly keys: string }

const Text = Type.String({ minLength: 1 })

const Stated = Type.Object({
  issuer: Type.Optional(Text),
  domain: Type.Optional(Text),
  clientId: Text,
  clientSecret: Text,
  callbackURI: Type.Optional(Text),
  authenticationUrl: Type.Optional(Text),
  tokenEndpoint: Type.Optional(Text),
  jwksPath: Type.Optional(Text),
  givenNameClaim: Type.Optional(Text),
  familyNameClaim: Type.Optional(Text),
  logoutUrl: Type.Optional(Text),
  logoutRedirectUrl: Type.Optional(Text),
})

/** What can't be used of a configuration, in the operator's words. */
export class UnusableConfiguration extends Error {}

/**
 * Reads OPENID_CONFIGURATION_JSON: `{issuer, clientId, clientSecret}`, or with addresses of its own below a `domain` (lifecycle
 * H). Unknown members are ignored, for other systems have more of them. Throws an UnusableConfiguration.
 * @param isDevelopment Then an issuer on this machine may be asked over http.
 */
export function readConfiguration(json: string, isDevelopment: boolean): ProviderNamed {
  const stated = statedIn(json)
  const site = `https://${stated.domain ?? ''}`
  const { authenticationUrl, tokenEndpoint } = stated
  if (stated.issuer === undefined && stated.domain === undefined) throw new UnusableConfiguration('it names no issuer')
  const allowed = (url: string): string => checkedUrl(url, isDevelopment)
  const below = (path: string): string => allowed(path.startsWith('/') ? site + path : path)
  const issuer = stated.issuer ?? `${site}/`
  allowed(issuer)
  return {
    issuer,
    clientId: stated.clientId,
    clientSecret: stated.clientSecret,
    names: {
      givenName: stated.givenNameClaim ?? 'given_name',
      familyName: stated.familyNameClaim ?? 'family_name',
    },
    callbackUrl: stated.callbackURI === undefined ? null : allowed(stated.callbackURI),
    addresses:
      authenticationUrl === undefined || tokenEndpoint === undefined
        ? null
        : {
            authorization: below(authenticationUrl),
            token: below(tokenEndpoint),
            keys: below(stated.jwksPath ?? '/.well-known/jwks.json'),
          },
    logoutUrl: stated.logoutUrl === undefined ? null : below(stated.logoutUrl),
    loggedOutUrl: stated.logoutRedirectUrl === undefined ? null : allowed(stated.logoutRedirectUrl),
  }
}

function statedIn(json: string): Static<typeof Stated> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new UnusableConfiguration('it is no JSON')
  }
  const filled = withoutEmpty(value)
  if (Value.Check(Stated, filled)) return filled
  const [first] = Value.Errors(Stated, filled)
  throw new UnusableConfiguration(first ? `${first.instancePath.slice(1) || 'it'} ${first.message}` : 'it is no object')
}

/** A member that is null or empty is not stated. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== ''))
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Passwords and codes go to these addresses: in the open only on this machine, and only while developing. */
function checkedUrl(text: string, isDevelopment: boolean): string {
  if (!URL.canParse(text)) throw new UnusableConfiguration(`${text} is no address`)
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:' || (protocol === 'http:' && isDevelopment && LOOPBACK.test(hostname))) return text
  throw new UnusableConfiguration(`${text} is no https address`)
}
