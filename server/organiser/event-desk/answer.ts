import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusals } from '#contract/desk-call.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Shop } from '#server/catalog/context.ts'
import { hasText } from '#server/foundation/language/overrides.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { isSettingKey } from '#server/foundation/setting/registry.ts'
import { refusalOf } from '#server/organiser/configuration/setting-refusals.ts'

type Needs = Pick<Shop, 'texts'>

/** A reason for people: a text key as code, and the sentence in their language. */
export type Reason = { readonly code: string; readonly message: string }

/** The text key of a refusal of the rules about events; the desk's own are keys already. */
const keyOf = (code: string): string => (code.startsWith('foyer.') ? code : `foyer.desk.event.refused.${code}`)

export function reasonOf({ texts }: Needs, language: string, { code, args = [] }: Problem): Reason {
  if (code === 'setting-refused') return settingReason({ texts }, language, args)
  const key = keyOf(code)
  return { code: key, message: texts.text(language, key, ...args) }
}

/** Of a setting: its name, and what its value has to be. */
function settingReason({ texts }: Needs, language: string, [, kind, key]: readonly (string | number)[]): Reason {
  const name = String(key)
  if (kind !== 'setting.value' || !isSettingKey(name)) {
    const code = `foyer.desk.edit.${String(kind)}`
    return { code, message: texts.text(language, code, name) }
  }
  const { code, args = [] } = refusalOf(name)
  const label = texts.text(language, `foyer.setting.${name}`)
  return {
    code,
    message: texts.text(language, 'foyer.desk.edit.setting.value', label, texts.text(language, code, ...args)),
  }
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
