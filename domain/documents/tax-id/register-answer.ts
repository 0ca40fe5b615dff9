/** What the register of the European Union says of a VAT number. */
export type RegisterAnswer = 'valid' | 'invalid' | 'unreachable'

/** By `keyOf` of the number. */
export type RegisterAnswers = ReadonlyMap<string, RegisterAnswer>
