import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusals } from '#contract/desk-call.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Shop } from '#server/catalog/context.ts'
import { hasText } from '#server/foundation/language/overrides.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'

type Needs = Pick<Shop, 'texts'>

/** A reason for people: a text key as code, and the sentence in their language. */
export type Reason = { readonly code: string; readonly message: string }

/** The text key of a refusal of the rules about events; the desk's own are keys already. */
const keyOf = (code: string): string => (code.startsWith('foyer.') ? code : `foyer.desk.event.refused.${code}`)

export function reasonOf({ texts }: Needs, language: string, { code, args = [] }: Problem): Reason {
  const key = keyOf(code)
  return { code: key, message: texts.text(language, key, ...args) }
}

/** Refusals of the rules about events in the language of the caller. */
export function presentRefusals({ texts }: Needs, language: string, problems: readonly Problem[]): Refusals['errors'] {
  return problems.map(problem => ({ field: problem.field ?? null, ...reasonOf({ texts }, language, problem) }))
}

/** 422 with each reason. */
export function refuseEvent(
  request: FastifyRequest,
  reply: FastifyReply,
  { texts }: Needs,
  problems: readonly Problem[],
): FastifyReply {
  const errors = presentRefusals({ texts }, choosePageLanguage(request), problems)
  return reply.code(422).send({ errors } satisfies Refusals)
}

/** The same of a pass. */
export const refusePass = (
  request: FastifyRequest,
  reply: FastifyReply,
  { texts }: Needs,
  problems: readonly Problem[],
): FastifyReply => refuseEvent(request, reply, { texts }, problems.map(ofPass({ texts })))

/** What is said otherwise of passes has a text of its own. */
export const ofPass =
  ({ texts }: Needs) =>
  (problem: Problem): Problem => {
    const code = `foyer.desk.pass.refused.${problem.code}`
    return hasText(texts, code) ? { ...problem, code } : problem
  }
