import { isEmbedded } from '../embedding/is-embedded.ts'

/**
 * Can visitors of this page sign in? Known in the browser only. Inside of another site's page nobody can: no session of the browser
 * comes along there, and providers refuse to be framed.
 */
export const isSignInOffered = (): boolean =>
  !isEmbedded() && document.querySelector('meta[name="authentication-enabled"][content="true"]') !== null
