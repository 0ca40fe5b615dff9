import { type ReactNode, use, useEffect } from 'react'
import { explain, failureOf } from '#client/frame/calls/call-result.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { type QueryResult, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Loading, PageTitle, Shape, TextShape } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { deskPagePath } from '#contract/paths.ts'
import { meQuery } from '../session/me.ts'
import { InWork, Work } from './work.tsx'

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
    <Instead
      title={t('foyer.desk.missing.title')}
      action={<ButtonLink to={deskPagePath}>{t('foyer.desk.home')}</ButtonLink>}
    >
      {t('foyer.desk.missing.text')}
    </Instead>
  )
}

type InsteadProps = { readonly title: string; readonly action: ReactNode; readonly children: ReactNode }

/** In place of a page, or of a part of one: a page has one main part, and one title. */
function Instead({ title, action, children }: InsteadProps) {
  const isPart = use(InWork)
  const blank = (
    <Blank title={isPart ? <h3>{title}</h3> : <PageTitle>{title}</PageTitle>} action={action}>
      <p>{children}</p>
    </Blank>
  )
  return isPart ? blank : <Work>{blank}</Work>
}

/** A page of the desk, or a part of one, while what it shows is read. */
export function WorkShape() {
  const isPart = use(InWork)
  const shape = (
    <Loading>
      {!isPart && <Shape width="16rem" height="2rem" />}
      <TextShape lines={isPart ? 3 : 6} />
    </Loading>
  )
  return isPart ? shape : <Work>{shape}</Work>
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
    <Instead
      title={title}
      action={
        <>
          <Button onClick={() => void retry()}>{t('foyer.desk.retry')}</Button>
          <ButtonLink tone="quiet" to={deskPagePath}>
            {t('foyer.desk.home')}
          </ButtonLink>
        </>
      }
    >
      {problem ? problemText(t, problem) : t('foyer.desk.missing.text')}
    </Instead>
  )
}
