import { UUID_PATTERN, isUuid } from '#domain/foundation/uuid.ts'

/** What a scanned or typed text is. */
export type ReadCode =
  /** The code of a ticket: its private id, and all of it with the signature. A badge has the id alone. */
  | { readonly kind: 'TICKET'; readonly uuid: string; readonly code: string }
  /** The code of a pass, which leads to what can be booked with it. */
  | { readonly kind: 'PASS'; readonly id: string }
  | { readonly kind: 'OTHER' }

/** The longest text that is read; a ticket's code has 81 characters. */
export const MAX_CODE_LENGTH = 300

const PASS = new RegExp(`[?&]subscription=(${UUID_PATTERN.slice(1, -1)})(?:&|#|$)`)

/** Reads a text from a camera, a hand scanner or the keyboard. Blanks around it do not count. */
export function readCode(text: string): ReadCode {
  const shown = text.trim()
  if (shown.length > MAX_CODE_LENGTH) return { kind: 'OTHER' }
  const [, pass] = PASS.exec(shown) ?? []
  if (pass !== undefined) return { kind: 'PASS', id: pass.toLowerCase() }
  const [uuid, signature] = splitOnce(shown)
  if (!isUuid(uuid)) return { kind: 'OTHER' }
  return { kind: 'TICKET', uuid: uuid.toLowerCase(), code: signature === undefined ? '' : shown }
}

/** The part of a ticket's code that vouches for it: what is after the first slash. */
export const signatureOf = (code: string): string => code.slice(code.indexOf('/') + 1)

function splitOnce(text: string): [string, string?] {
  const slash = text.indexOf('/')
  return slash < 0 ? [text] : [text.slice(0, slash), text.slice(slash + 1)]
}
