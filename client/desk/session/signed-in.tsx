import { useEffect, useRef } from 'react'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Outlet } from '#client/routing/router.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Me } from '#contract/member.ts'
import { Failed, WorkShape } from '../parts/loaded.tsx'
import { meQuery } from './me.ts'
import { SignIn } from './sign-in.tsx'

/**
 * Around every page for members: shows it to those who have signed in, and the way to sign in to others, at the same address.
 * When the session ends while a page is open, the page stays as it is beneath, with all that was typed.
 */
export function Page() {
  const t = useT()
  const { data: me, error, refetch } = useQuery(meQuery())
  const isOver = error !== undefined && failureOf(error).kind === 'signed-out'
  useReloadForOther(isOver ? undefined : me)
  if (!me) {
    if (isOver) return <SignIn onSignedIn={refetch} />
    return error === undefined ? <WorkShape /> : <Failed error={error} retry={refetch} />
  }
  return (
    <>
      {isOver && <SignIn reason={t('foyer.desk.sign-in.over')} onSignedIn={refetch} />}
      <div hidden={isOver}>
        <Outlet />
      </div>
    </>
  )
}

/** What one member has read and typed is not for the next. */
function useReloadForOther(me: Me | undefined): void {
  const first = useRef<number>(undefined)
  useEffect(() => {
    if (!me) return
    if (first.current !== undefined && first.current !== me.id) location.reload()
    first.current = me.id
  }, [me])
}
