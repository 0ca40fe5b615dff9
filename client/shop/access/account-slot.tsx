import { Suspense, lazy, useEffect, useState } from 'react'
import { isSignInOffered } from './offered.ts'

const AccountInBar = lazy(async () => ({ default: (await import('./account-in-bar.tsx')).AccountInBar }))

/** In the bar: the way to sign in, or what a signed-in visitor can do. A shop without sign-in fetches nothing of it. */
export function AccountSlot() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => setOffered(isSignInOffered()), [])
  return isOffered && <Suspense children={<AccountInBar />} />
}
