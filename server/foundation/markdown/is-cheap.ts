/** What may mean something in Markdown: everything but letters, numbers, a blank and the marks of a sentence. */
const MARK = /[^\p{L}\p{N}\p{M} ,.;'"?…’]| {2,}|www\./giu

/**
 * What 200 characters cost of which each is a mark. A mark may have the parser read the whole text again, and once more
 * within each mark around it, so the cost of a text grows by its length and the square of its marks.
 */
const MOST = 200 * 200 ** 2

/** Each letter of such a word may have the parser look for an address of mail in the rest of it. */
const LONG_WORD = /[!-~]{200}/

/** The square is no bound for texts of any length: each is read a few times over. */
const LONGEST = 10_000

/** Takes a few milliseconds to render at most, so that it is done where it is asked for and needs no thread. */
export function isCheap(markdown: string): boolean {
  if (markdown.length > LONGEST || LONG_WORD.test(markdown)) return false
  const marks = markdown.match(MARK)?.length ?? 0
  return markdown.length * marks ** 2 <= MOST
}
