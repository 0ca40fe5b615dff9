/** Says yes at most once in so many milliseconds: for lines of the log that would come again and again. */
export function atMostEvery(milliseconds: number): () => boolean {
  let next = 0
  return () => {
    const now = performance.now()
    if (now < next) return false
    next = now + milliseconds
    return true
  }
}
