/**
 * Waits for `work`, but not for longer than so many milliseconds; returns whether it has come to an end by then. Work
 * that is late goes on, and its outcome is ignored.
 */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), Math.max(0, milliseconds))
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
