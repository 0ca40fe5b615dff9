import type { Call, ResponseSchema } from './call.ts'
import {
  AccessDenied,
  BadRequest,
  TooLarge,
  TooLargeHeaders,
  TooLongAddress,
  TooManyRequests,
  TryAgain,
  UnknownMediaType,
} from './wrapper.ts'

/** What any call can answer before it is begun, and 503 when the database is not to be had; all are one JSON text. */
const OF_ANY = {
  400: BadRequest,
  414: TooLongAddress,
  429: TooManyRequests,
  431: TooLargeHeaders,
  503: TryAgain,
} as const
const OF_WRITES = { ...OF_ANY, 413: TooLarge, 415: UnknownMediaType } as const

/** Is it a call of buyers about one order? Those of providers and organisers show who they are by other means. */
export function isOfOneBuyer(path: string): boolean {
  return CALLS_OF_BUYERS.test(path) && ABOUT_AN_ORDER.test(path) && !path.endsWith('/:reservationId/status')
}

const CALLS_OF_BUYERS = /^\/api\/(v2\/public|reservation)\//
const ABOUT_AN_ORDER = /\/reservation\/:reservationId(\/|$)/

/** The responses of a call with those every call of its kind can give; what the call says itself comes first. */
export function withCommonResponses({
  method,
  path,
  responses,
}: Pick<Call, 'method' | 'path' | 'responses'>): Record<number, ResponseSchema> {
  return {
    ...(method === 'GET' ? OF_ANY : OF_WRITES),
    ...(isOfOneBuyer(path) && { 401: AccessDenied }),
    ...responses,
  }
}

/** How callers say who they are, as the published description of the calls names it. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`ApiKey <key>`: of an organisation, in the role the call is for, or of the shop itself.',
  },
  doorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`DoorKey <key>`: of a door of an event, after the # of its link.',
  },
  sponsorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`SponsorKey <key>`: of a sponsor of an event, after the # of its link.',
  },
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-Token',
    description: 'The session of a visitor, from the same header of the first answer. It wins over the cookie.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ALFIO_SESSION',
    description: 'The same session, as browsers keep it.',
  },
  antiForgery: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-TOKEN',
    description: 'The token of the session, from the header XSRF-TOKEN of any read. Every write needs it.',
  },
  deskSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'foyer_desk',
    description: 'The session of a member, from signing in at the desk.',
  },
  applePass: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`ApplePass <token>`: the token in the pass, which the device sends by itself.',
  },
} as const

/** Schemes that are needed together; of several such groups one is enough. None: open to every caller. */
type SecurityNeeds = readonly { readonly [Scheme in keyof typeof SECURITY_SCHEMES]?: readonly string[] }[]

export const KEYED = ['/api/v1/admin/', '/admin/api/', '/api/attendees/']

/** Calls of the organiser's API that a member makes about themselves. */
const OF_MEMBERS = ['/api/organiser/v1/me/', '/api/organiser/v1/sign-out']
/** Those that a program makes as well. */
const OF_ORGANISERS = ['/api/organiser/v1/members', '/api/organiser/v1/invitations']

/** What a call needs. Reads of a visitor need nothing: the address of an order or a ticket is its key. */
export function securityOf({ method, path }: Pick<Call, 'method' | 'path'>): SecurityNeeds {
  if (OF_MEMBERS.some(prefix => `${path}/`.startsWith(prefix))) return [{ deskSession: [] }]
  if (OF_ORGANISERS.some(prefix => path.startsWith(prefix))) return [{ deskSession: [] }, { apiKey: [] }]
  if (KEYED.some(prefix => path.startsWith(prefix))) return [{ apiKey: [] }]
  if (path.startsWith('/api/door/')) return [{ doorKey: [] }]
  if (path.startsWith('/api/sponsor/')) return [{ sponsorKey: [] }]
  if (path.startsWith('/api/v2/public/') && method !== 'GET') {
    return [
      { session: [], antiForgery: [] },
      { sessionCookie: [], antiForgery: [] },
    ]
  }
  return path.startsWith('/api/pass/') && path.includes(':serialNumber') ? [{ applePass: [] }] : []
}
