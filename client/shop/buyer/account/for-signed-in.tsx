import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import type { ReactNode } from 'react'
import { Navigate } from '#client/routing/router.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import type { ClientRedirect, ProfileForm, User } from '#contract/user.ts'
import { meQuery } from '../../access/sign-in.tsx'
import { isSignInOffered } from '../../access/account-slot.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { mePath, myReservationsPath } from '#contract/account-paths.ts'
import type { ValidatedResponse } from '#contract/wrapper.ts'
import { type CallResult, type Failure, type WireProblem, explain, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

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

/** What is kept of the visitor can't be read just now. */
export function OutOfReach({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT()
  return (
    <Page>
      <Blank
        title={<PageTitle>{t('foyer.unreachable.title')}</PageTitle>}
        action={<Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>}
      >
        <p>{t('foyer.unreachable.text')}</p>
      </Blank>
    </Page>
  )
}

/** What the visitor has ordered while signed in, by event or pass; null: nothing. */
export const myOrdersQuery = () =>
  queryOptions({
    queryKey: ['my-orders'],
    queryFn: ({ signal }) => valueOf(server().call('GET', myReservationsPath, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** What is kept now, and what is strange about it. */
export function saveProfile(form: ProfileForm): Promise<CallResult<ValidatedResponse<User | null>>> {
  return server().call('POST', mePath, { body: form })
}

/** Ends the account and all its sessions; says where the browser goes then. */
export function deleteProfile(): Promise<CallResult<ClientRedirect>> {
  return server().call('DELETE', mePath)
}

/** Why a call about the account came to nothing; it may be that the session has ended meanwhile. */
export function explainToOwner(failure: Failure): readonly WireProblem[] {
  const isSignedOut = failure.kind === 'failed' && failure.status === 401
  return isSignedOut ? [{ field: '', code: 'foyer.account.session-over', args: [] }] : explain(failure)
}
