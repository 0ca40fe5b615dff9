import { TooManyRequests } from './rate-limit.ts'

const RETRY_AFTER_SECONDS = 5

/** Runs what it is given one after the other; throws TooManyRequests where too many wait. */
export function oneByOne(most: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <Made>(make: () => Promise<Made>): Promise<Made> => {
    if (waiting >= most) throw new TooManyRequests(RETRY_AFTER_SECONDS)
    waiting += 1
    const mine = last.then(make)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      waiting -= 1
    }
  }
}
