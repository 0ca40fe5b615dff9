import { Suspense, lazy, useEffect, useState } from 'react'
import { isEmbedded } from '../shell/embedding/is-embedded.ts'

const AccountInBar = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountInBar }))

/** In the bar: the way to sign in, or what a signed-in visitor can do. A shop without sign-in fetches nothing of it. */
export function AccountSlot() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => setOffered(isSignInOffered()), [])
  return isOffered && <Suspense children={<AccountInBar />} />
}

/**
 * Can visitors of this page sign in? Known in the browser only. Inside of another site's page they can't: the browser
 * sends no session there, and providers refuse to be framed.
 */
export const isSignInOffered = (): boolean =>
  !isEmbedded() && document.querySelector('meta[name="authentication-enabled"][content="true"]') !== null
