import type { ReactNode } from 'react'
import { explain, failureOf } from '#client/frame/calls/call-result.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { type QueryResult, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Loading, PageTitle, Shape, TextShape } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { deskPagePath } from '#contract/paths.ts'
import { useEffect } from 'react'
import { meQuery } from '../session/me.ts'
import { Work } from './work.tsx'

type LoadedProps<Data> = {
  readonly query: QueryResult<Data>
  readonly children: (data: Data) => ReactNode
}

/** What was read, the shape of what is coming, or why it can't be shown. What is there stays while it is read again. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <Failed error={query.error} retry={query.refetch} /> : <WorkShape />
}

/** There is nothing here, or nothing for this member. */
export function Missing() {
  const t = useT()
  return (
    <Work>
      <Blank
        title={<PageTitle>{t('foyer.desk.missing.title')}</PageTitle>}
        action={<ButtonLink to={deskPagePath}>{t('foyer.desk.home')}</ButtonLink>}
      >
        <p>{t('foyer.desk.missing.text')}</p>
      </Blank>
    </Work>
  )
}

/** A page of the desk while what it shows is read. */
export function WorkShape() {
  return (
    <Work>
      <Loading>
        <Shape width="16rem" height="2rem" />
        <TextShape lines={6} />
      </Loading>
    </Work>
  )
}

type FailedProps = { readonly error: unknown; readonly retry: () => unknown }

/** Why a page can't be shown, and what can be done. A session that has ended leads to signing in, at the same address. */
export function Failed({ error, retry }: FailedProps) {
  const t = useT()
  const failure = failureOf(error)
  const me = useQuery(meQuery())
  const isSignedOut = failure.kind === 'signed-out'
  const { refetch } = me
  useEffect(() => {
    if (isSignedOut) void refetch()
  }, [isSignedOut, refetch])
  const title = failure.kind === 'missing' ? t('foyer.desk.missing.title') : t('foyer.desk.failed.title')
  const [problem] = failure.kind === 'missing' ? [] : explain(failure)
  return (
    <Work>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={
          <>
            <Button onClick={() => void retry()}>{t('foyer.desk.retry')}</Button>
            <ButtonLink tone="quiet" to={deskPagePath}>
              {t('foyer.desk.home')}
            </ButtonLink>
          </>
        }
      >
        <p>{problem ? problemText(t, problem) : t('foyer.desk.missing.text')}</p>
      </Blank>
    </Work>
  )
}
