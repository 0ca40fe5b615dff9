import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs what belongs to a request: whatever it calls and waits for finds the request's id. */
export function inRequest<Result>(id: string, work: () => Result): Result {
  return current.run(id, work)
}

/** The id of the request that is being answered; undefined in jobs, commands and while the shop starts. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}
