import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusals } from '#contract/desk-call.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import type { Role } from '#contract/member.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Shop } from '#server/catalog/context.ts'
import { scopeColumns } from '#server/access/member/members.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'

export const browserOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? ''

/** What passkeys are bound to: the shop, its address and its name. */
export async function passkeyNeeds({ db, clock, config }: Pick<Shop, 'db' | 'clock' | 'config'>) {
  const { baseUrl } = config
  const shopName = shopNameOf(await systemSettings(db)) ?? new URL(baseUrl).host
  return { db, clock, baseUrl, shopName }
}

/** 422 with each reason: field, code, and a sentence in the caller's language. */
export function sendRefusals(
  request: FastifyRequest,
  reply: FastifyReply,
  { texts }: Pick<Shop, 'texts'>,
  problems: readonly Problem[],
): FastifyReply {
  const language = choosePageLanguage(request)
  const errors = problems.map(({ field, code, args = [] }) => ({
    field: field ?? null,
    code,
    message: texts.text(language, code, ...args),
  }))
  return reply.code(422).send({ errors } satisfies Refusals)
}

export function sendForbidden(reply: FastifyReply): FastifyReply {
  return reply.code(403).type(JSON_TYPE).send(JSON.stringify('not for this role'))
}

export function presentRole({ role, scope }: ScopedRole): Role {
  const { organization_id: organizationId, event_id: eventId } = scopeColumns(scope)
  return { role, organizationId, eventId }
}
