/**
 * The placeholder for the nonce of the Content-Security-Policy until the page is sent. Drawn anew by each process that
 * renders pages: a text of an organiser that held it would be given the nonce. A browser needs none.
 */
export const NONCE: string = import.meta.env.SSR ? crypto.randomUUID() : ''
