/** The task failed by what it was given: it will fail whenever it is done again. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed'
}

/**
 * The task was not done and may be done in a moment. `machine`: the thread did not start, ended, or got no processor.
 * `turn`: too much of the same owner waits already.
 */
export class WorkPutOff extends Error {
  override readonly name = 'WorkPutOff'
  readonly reason: 'machine' | 'turn'

  constructor(reason: 'machine' | 'turn', message: string) {
    super(message)
    this.reason = reason
  }
}
