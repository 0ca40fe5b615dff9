/**
 * A refusal as a value: what a buyer or an organiser caused and can mend.
 * `code` is a translation key (contract/i18n), `field` the form field in bracket notation, absent when the whole
 * request is meant; `args` fill the placeholders of the text in order.
 */
export type Problem = {
  readonly code: string
  readonly field?: string
  readonly args?: readonly (string | number)[]
}

export function problem(code: string, details: { field?: string; args?: readonly (string | number)[] } = {}): Problem {
  return { code, ...details }
}
