import { deskLinkAsMemberPath, deskPagePath } from '#contract/paths.ts'
import type { LinkInfo } from '#contract/member.ts'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { Failed, WorkShape } from '../parts/loaded.tsx'
import { NarrowWork } from '../parts/work.tsx'
import { meQuery } from '../session/me.ts'
import { SignIn } from '../session/sign-in.tsx'
import { invitationText } from './invitation-text.ts'

type JoinAsMemberProps = { readonly token: string; readonly link: LinkInfo }

/** A member who is invited to something more: signs in, and takes the role. */
export function JoinAsMember({ token, link }: JoinAsMemberProps) {
  const t = useT()
  const { data: me, error, refetch } = useQuery(meQuery())
  const { send, isSending, problems } = useSending()
  if (!me) {
    if (error === undefined) return <WorkShape />
    if (failureOf(error).kind !== 'signed-out') return <Failed error={error} retry={refetch} />
    return <SignIn reason={invitationText(t, link)} onSignedIn={refetch} />
  }
  const accept = () =>
    send(
      () => server().call('POST', deskLinkAsMemberPath, { params: { token } }),
      answer => answer.kind === 'done' && location.replace(deskPagePath),
    )
  return (
    <NarrowWork>
      <PageTitle>{t('foyer.desk.link.invitation.title')}</PageTitle>
      <p className="soft">{invitationText(t, link)}</p>
      <Form problems={problems} title={t('foyer.desk.link.failed')} onSubmit={accept}>
        <p>{t('foyer.desk.link.as-member', me.email)}</p>
        <Button type="submit" busy={isSending} wide>
          {t('foyer.desk.link.invitation.submit')}
        </Button>
      </Form>
    </NarrowWork>
  )
}
