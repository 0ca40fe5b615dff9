import type { FastifyRequest } from 'fastify'
import { deskPrincipal } from '#server/access/member/guard.ts'

/** The owner of heavy work that a member asks for, so that members take turns; keys are one owner. */
export function turnOf(request: FastifyRequest): string {
  const principal = deskPrincipal(request)
  return principal.kind === 'member' ? `member ${principal.memberId}` : 'keys'
}
