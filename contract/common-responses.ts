import type { ResponseSchema, Call } from './call.ts'
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
