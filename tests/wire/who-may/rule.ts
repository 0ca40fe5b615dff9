import type { Caller } from './callers.ts'

/** Who may, and what all others are answered. */
export type Rule = {
  /** For people. */
  readonly description: string
  readonly may: readonly Caller[]
  /** Those who may, but not with what is asked about; each row states their answer where it isn't the refusal. */
  readonly others?: readonly Caller[]
  /** To all others. */
  readonly refuses: number
  /** To those who may, of what does not exist. */
  readonly unknown: number
  /** May those who may read names and ids of an order that they haven't shown to be theirs? */
  readonly showsNames: boolean
}
