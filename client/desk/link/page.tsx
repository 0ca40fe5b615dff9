import { useHouseTitle } from '#client/kit/page/page.tsx'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { deskLinkPath, deskPagePath } from '#contract/paths.ts'
import { Failed, WorkShape } from '../parts/loaded.tsx'
import { NarrowWork } from '../parts/work.tsx'
import { JoinAsMember } from './join-as-member.tsx'
import { NewMember } from './new-member.tsx'
import { NewPassword } from './new-password.tsx'

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['desk', 'link', token],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskLinkPath, { params: { token }, signal })),
    staleTime: Infinity,
  })

/** A link that was printed or mailed, good once: for the first owner, an invitation, or a new password. */
export function Page() {
  const t = useT()
  const { token = '' } = useParams()
  const { data: link, error, refetch } = useQuery(linkQuery(token))
  useHouseTitle(t('foyer.desk.name'))
  if (link) {
    if (link.kind === 'PASSWORD') return <NewPassword token={token} link={link} />
    return link.isMember ? <JoinAsMember token={token} link={link} /> : <NewMember token={token} link={link} />
  }
  if (error === undefined) return <WorkShape />
  if (failureOf(error).kind !== 'missing') return <Failed error={error} retry={refetch} />
  return (
    <NarrowWork>
      <Blank
        title={<PageTitle>{t('foyer.desk.link.gone.title')}</PageTitle>}
        action={<ButtonLink to={deskPagePath}>{t('foyer.desk.sign-in.title')}</ButtonLink>}
      >
        <p>{t('foyer.desk.link.gone')}</p>
      </Blank>
    </NarrowWork>
  )
}
