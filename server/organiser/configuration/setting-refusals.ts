import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { isIban, compactAccount } from '#server/documents/transfer-code/account.ts'
import { SETTINGS, type SettingKey } from '#server/foundation/setting/registry.ts'
import { choicesOf, kindOf } from './kinds.ts'

/** What a value has to be, for the person who typed another one. */
export function refusalOf(key: SettingKey): Problem {
  const definition: SettingDefinition = SETTINGS[key]
  const named = (what: string, ...args: readonly (string | number)[]) =>
    problem(`foyer.setting.refused.${what}`, { field: key, args })
  if (definition.type === 'number') return named('number', definition.min, definition.max)
  switch (kindOf(key)) {
    case 'flag':
      return named('flag')
    case 'mail':
      return named('mail')
    case 'address':
      return named('address')
    case 'colour':
      return named('colour')
    case 'image':
      return named('image')
    case 'choice':
    case 'choices':
      return named('choice', choicesOf(key).join(', '))
    default:
      return named('form')
  }
}

/** Does it begin like an IBAN, and have other check digits? Accounts of countries without IBAN are as they are. */
export function isWrongAccount(key: SettingKey, value: string): boolean {
  if (key !== 'BANK_ACCOUNT_NR') return false
  const account = compactAccount(value)
  return /^[A-Z]{2}\d{2}/.test(account) && !isIban(account)
}
