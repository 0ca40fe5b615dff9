import type { Value } from 'typebox/value'

/** A text key, and what fills its placeholders. */
export type Words = { readonly code: string; readonly args: readonly (string | number)[] }

type ShapeError = ReturnType<typeof Value.Errors>[number]

const named = (what: string, ...args: readonly (string | number)[]): Words => ({
  code: `foyer.desk.edit.file.${what}`,
  args,
})

/** What a value of a file has to be, in words for people: the schema's own are for programmers. */
export function shapeWords(error: ShapeError): Words {
  switch (error.keyword) {
    case 'type':
      return named(TYPES[[error.params.type].flat().find(type => type !== 'null') ?? ''] ?? 'form')
    case 'enum':
    case 'const':
      return named('choice')
    case 'maxLength':
      return named('long', error.params.limit)
    case 'maxItems':
      return named('many', error.params.limit)
    case 'minimum':
      return named('least', Number(error.params.limit))
    case 'maximum':
      return named('most', Number(error.params.limit))
    case 'required':
      return named('required', error.params.requiredProperties.join(', '))
    default:
      return named('form')
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole',
  boolean: 'flag',
  array: 'list',
  object: 'group',
}
