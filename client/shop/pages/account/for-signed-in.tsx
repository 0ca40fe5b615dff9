import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { PageShape } from '#client/frame/shell/page-shape.tsx'
import type { User } from '#contract/user.ts'
import { isSignInOffered } from '../../account/offered.ts'
import { useMe } from '../../account/use-me.ts'

type ForSignedInProps = { readonly children: (me: User) => ReactNode }

/** A page for those who are signed in; everybody else is led home. */
export function ForSignedIn({ children }: ForSignedInProps) {
  return isSignInOffered() ? <Recognised>{children}</Recognised> : <Navigate to="/" replace />
}

function Recognised({ children }: ForSignedInProps) {
  const me = useMe()
  if (me === undefined) return <PageShape />
  return me ? children(me) : <Navigate to="/" replace />
}
