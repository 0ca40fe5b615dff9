import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AnalyticsConfiguration } from '#contract/configuration.ts'
import { sessionOf } from './visitor.ts'

/**
 * Analytics for one visitor: what their visits are counted by, where visits are counted without recognising visitors
 * (shop contract, AnalyticsConfiguration). It ends with the session and identifies no person.
 */
export function analyticsFor(request: FastifyRequest, analytics: AnalyticsConfiguration): AnalyticsConfiguration {
  const { googleAnalyticsKey, googleAnalyticsScrambledInfo } = analytics
  return googleAnalyticsKey !== null && googleAnalyticsScrambledInfo
    ? { ...analytics, clientId: clientIdOf(request) }
    : analytics
}

/** The same for an answer that was written once for all visitors. */
export function withClientId(request: FastifyRequest, json: string): string {
  return json.replace(WITHOUT_CLIENT, (_, before: string) => before + JSON.stringify(clientIdOf(request)))
}

/** The members as presentAnalytics orders them. A text that a person wrote can't look like this: its quotes are escaped. */
const WITHOUT_CLIENT = /("googleAnalyticsKey":"[^"]+","googleAnalyticsScrambledInfo":true,"clientId":)null/

/** Of what stays the same when a session is renewed. */
function clientIdOf(request: FastifyRequest): string | null {
  const session = sessionOf(request)
  return session ? createHash('sha256').update(session.uuid).digest('hex') : null
}
