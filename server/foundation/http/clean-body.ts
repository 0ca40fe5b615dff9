import { cleanText } from '#domain/foundation/text/clean-text.ts'

/** What is judged as it was typed: an address that has to be cleaned first is not the one a person means. */
const JUDGED: ReadonlySet<string> = new Set(['email'])

/**
 * Cleans every text of a decoded body or file, in place (domain/foundation/text/clean-text.ts), so that no field can be missed;
 * what is one line becomes one where it is read. Without recursion: how deep it is nested is decided by who sends it.
 */
export function cleanBody(body: unknown): void {
  const open = [body]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) continue
    for (const [key, member] of Object.entries(part)) {
      if (typeof member !== 'string') open.push(member)
      else if (!JUDGED.has(key)) Reflect.set(part, key, cleanText(member))
    }
  }
}
