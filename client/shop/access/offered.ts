import { isEmbedded } from '../shell/embedding/is-embedded.ts'

/**
 * Can visitors of this page sign in? Known in the browser only. Inside of another site's page they can't: the browser
 * sends no session there, and providers refuse to be framed.
 */
export const isSignInOffered = (): boolean =>
  !isEmbedded() && document.querySelector('meta[name="authentication-enabled"][content="true"]') !== null
