import type { Info } from '#contract/info.ts'
import type { Language } from '#contract/shared.ts'
import type { Preloaded } from '../calls/queries.ts'
import type { TextFiles } from '#client/language/language-context.ts'

/** What the browser takes over from the server, written in the page as `<script id="foyer-state">`. */
export type PageState = {
  readonly language: string
  readonly textFiles: TextFiles
  readonly languages: readonly Language[]
  readonly info: Info
  readonly data: readonly Preloaded[]
  /** `content`: the page is complete and is hydrated as it is. `shape`: it is drawn in the browser. */
  readonly rendered: 'content' | 'shape'
}

export const STATE_ID = 'foyer-state'

/** The script element with what the browser takes over; comes after the root. */
export const stateElement = (state: PageState): string =>
  `<script type="application/json" id="${STATE_ID}" nonce="${NONCE}">${scriptSafeJson(state)}</script>`

/** JSON that is safe inside a script element: nothing in it closes the element or opens a comment. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The placeholder for the nonce of the Content-Security-Policy until the page is sent. Drawn anew by each process that
 * renders pages: a text of an organiser that held it would be given the nonce. A browser needs none.
 */
export const NONCE: string = import.meta.env.SSR ? crypto.randomUUID() : ''
