import { mod97 } from './swiss-code-fields.ts'

/**
 * The field table of the payment code of the European Payments Council (EPC069-12, version 002), written for the tests and read from
 * no library: service tag, version, character set, identification, BIC, name, IBAN, amount, purpose, reference, text, information.
 */
const TABLE: readonly (readonly [name: string, most: number, form: RegExp])[] = [
  ['service tag', 3, /^BCD$/],
  ['version', 3, /^002$/],
  ['character set', 1, /^1$/],
  ['identification', 3, /^SCT$/],
  // Optional in version 002.
  ['BIC', 11, /^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/],
  ['name', 70, /^\S(.*\S)?$/],
  ['account', 34, /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/],
  ['amount', 15, /^EUR(0|[1-9]\d{0,8})(\.\d{1,2})?$/],
  ['purpose', 4, /^([A-Z]{1,4})?$/],
  ['reference', 35, /^[A-Z0-9]*$/],
  ['text', 140, /^(\S(.*\S)?)?$/],
  ['information', 70, /^(\S(.*\S)?)?$/],
]

/** What fits into the largest code that the guidelines allow: version 13 with error level M. */
const MOST_BYTES = 331

/** What in a code is not as the table has it. Elements at the end may be left out. */
export function faultsOfEpcCode(code: string): string[] {
  const lines = code.split(/\r?\n/)
  const bytes = new TextEncoder().encode(code).length
  const faults = TABLE.flatMap(([name, most, form], at) => {
    const line = lines[at] ?? ''
    return [
      ...(line.length > most ? [`${name} has ${line.length} of ${most} signs`] : []),
      ...(form.test(line) ? [] : [`${name} is "${line}"`]),
    ]
  })
  const [account = '', amount = '', reference = '', text = ''] = [lines[6], lines[7], lines[9], lines[10]]
  return [
    ...faults,
    ...(lines.length > TABLE.length ? [`${lines.length} lines`] : []),
    ...(bytes > MOST_BYTES ? [`${bytes} bytes`] : []),
    ...(mod97(account) === 1 ? [] : ['check digits of the account']),
    ...(Number(amount.slice(3)) >= 0.01 ? [] : ['amount of nothing']),
    ...(reference !== '' && text !== '' ? ['reference and text'] : []),
  ]
}
