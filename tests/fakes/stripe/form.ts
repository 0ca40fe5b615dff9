import { invalid } from './world.ts'

/** Form bodies and queries as Stripe reads them: `a[b]=c`, `list[0]=x`. */

export type Form = ReadonlyMap<string, string>

/** Null when a value is valid, else its fault. */
type Check = (value: string) => string | null

/** By names such as `amount`, `metadata[*]`, `expand[]`. */
export type Rules = Readonly<Record<string, { readonly check: Check; readonly isRequired?: true }>>

/** Calls `notable` with what no form may have. */
export function parsed(text: string, notable: (what: string) => void): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) {
      notable(`${name} was given twice`)
      throw invalid(`${name} was given twice`, { param: name })
    }
    form.set(name, value)
  }
  return form
}

/** Throws at the first field that is unknown, wrong or missing, and calls `notable` before. */
export function hold(form: Form, rules: Rules, notable: (what: string) => void): void {
  const refuse = (code: string, param: string, message: string): never => {
    notable(message)
    throw invalid(message, { code, param })
  }
  for (const [name, value] of form) {
    const rule = rules[ruleName(name, rules)]
    if (!rule) refuse('parameter_unknown', name, `Received unknown parameter: ${name}`)
    const wrong = rule?.check(value) ?? null
    if (wrong !== null) refuse(wrong.startsWith('parameter_') ? wrong : 'parameter_invalid', name, `${name}: ${wrong}`)
  }
  for (const [name, { isRequired }] of Object.entries(rules)) {
    if (isRequired && valuesOf(form, name).length === 0) {
      refuse('parameter_missing', name, `Missing required param: ${name}`)
    }
  }
}

/** The values of `list[]`, or the one of a plain name. */
export const valuesOf = (form: Form, name: string): readonly string[] =>
  [...form].filter(([key]) => key === name || key.replace(/\[\d+\]$/, '[]') === name).map(([, value]) => value)

/** The fields of `metadata[…]`. */
export const fieldsOf = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([key, value]) => {
      const [, outer, inner] = /^(\w+)\[([^\]]+)\]$/.exec(key) ?? []
      return outer === name && inner !== undefined ? [[inner, value]] : []
    }),
  )

function ruleName(name: string, rules: Rules): string {
  if (name in rules) return name
  const list = name.replace(/\[\d*\]$/, '[]')
  return list in rules ? list : name.replace(/\[[^\]]+\]$/, '[*]')
}
