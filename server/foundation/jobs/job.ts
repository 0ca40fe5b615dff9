export const JOB_NAMES = [
  'finalize-reservations',
  'deliver-mail',
  'send-order-links',
  'make-imported-orders',
  'expire-reservations',
  'generate-tokens',
  'distribute-seats',
  'update-wallets',
  'fetch-maps',
  'forget-robot-checks',
  'forget-request-counts',
  'forget-sessions',
  'look-into-payments',
  'give-money-back',
  'expire-transfers',
  'remind-of-transfers',
  'list-transfers',
  'remind-of-pass-ends',
  'ask-for-names',
  'ask-for-answers',
  'generate-pass-tickets',
  'take-ended-passes-off',
  'erase-personal-data',
] as const

export type JobName = (typeof JOB_NAMES)[number]

export const isJobName = (name: string): name is JobName => JOB_NAMES.some(known => known === name)

/**
 * Work the shop does by itself. A job looks for what is due by the shop's clock, takes it under a lock that skips what
 * another process has taken, and may be run at any time, any number of times, by several processes at once.
 */
export type Job = {
  readonly name: JobName
  /** How often it looks, at the latest. */
  readonly everySeconds: number
  /**
   * SQL that is true whenever `run` would find something, and cheap: asked for all jobs by one statement, so that nothing
   * is run in vain. `$1` is the shop's time. Without it the job looks by itself.
   */
  readonly due?: string
  /** Returns how many things it has done. */
  run(): Promise<number>
}
