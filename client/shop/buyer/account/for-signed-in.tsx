import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { PageShape } from '#client/frame/shell/shell.tsx'
import type { User } from '#contract/user.ts'
import { meQuery } from '../../access/me-query.ts'
import { isSignInOffered } from '../../access/offered.ts'
import { OutOfReach } from './out-of-reach.tsx'

type ForSignedInProps = { readonly children: (me: User) => ReactNode }

/** A page for those who are signed in; everybody else is led home. */
export function ForSignedIn({ children }: ForSignedInProps) {
  return isSignInOffered() ? <Recognised>{children}</Recognised> : <Navigate to="/" replace />
}

/** Who can't be asked about just now is not led away. */
function Recognised({ children }: ForSignedInProps) {
  const { data: me, isPending, refetch } = useQuery(meQuery())
  if (isPending) return <PageShape />
  if (me === undefined) return <OutOfReach onRetry={() => void refetch()} />
  return me ? children(me) : <Navigate to="/" replace />
}
