/** A robot check that a call waits for. */
export type OpenCheck = {
  /** The proof; undefined when the visitor would rather not. */
  settle(proof: string | undefined): void
}

type RobotChecks = {
  /** Opens a check, or joins the one that is open. */
  ask(): Promise<string | undefined>
  openCheck(): OpenCheck | undefined
  /** Calls back whenever a check opens or closes; returns how to stop that. */
  subscribe(listener: () => void): () => void
}

/** Between the calls, which know that a check is wanted, and the page, which can show one. */
export function createRobotChecks(): RobotChecks {
  const listeners = new Set<() => void>()
  let check: OpenCheck | undefined
  let waiting: Promise<string | undefined> = Promise.resolve(undefined)

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const begin = () => {
    const proof = new Promise<string | undefined>(resolve => {
      check = {
        settle: found => {
          check = undefined
          resolve(found)
          notify()
        },
      }
    })
    notify()
    return proof
  }
  return {
    ask: () => (check ? waiting : (waiting = begin())),
    openCheck: () => check,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The one of this page. */
export const robotChecks = createRobotChecks()
