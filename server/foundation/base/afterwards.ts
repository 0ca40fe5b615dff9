import type { EventLog } from './event-log.ts'

/**
 * Does what follows a change that is committed already. A failure is logged and the caller still learns that the
 * change was made: it was, and a job finds what has been left over.
 */
export async function afterwards(
  { log }: { readonly log: Pick<EventLog, 'afterwardsFailed'> },
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.afterwardsFailed(what, error)
  }
}
