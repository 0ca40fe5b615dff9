import { useState } from 'react'
import { deskLinkPath, deskPagePath } from '#contract/paths.ts'
import type { LinkInfo } from '#contract/member.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/access/member/password.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { NarrowWork } from '../parts/work.tsx'
import { ProviderLinks } from '../session/provider-links.tsx'
import { invitationText } from './invitation-text.ts'

type NewMemberProps = { readonly token: string; readonly link: LinkInfo }

/** The first owner, or a person who is invited and works for no one here yet. */
export function NewMember({ token, link }: NewMemberProps) {
  const { t, language } = useLanguage()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [email, setEmail] = useState(link.email ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const isOwner = link.kind === 'OWNER'
  const submit = () =>
    send(
      () => {
        const own = { name: name.trim(), password, language, ...(link.email === null && { email: email.trim() }) }
        return server().call('POST', deskLinkPath, { params: { token }, body: own })
      },
      // Loaded anew: nothing of this page is to be found by going back.
      answer => answer.kind === 'done' && location.replace(deskPagePath),
    )
  return (
    <NarrowWork>
      <PageTitle>{t(isOwner ? 'foyer.desk.link.owner.title' : 'foyer.desk.link.invitation.title')}</PageTitle>
      <p className="soft">{isOwner ? t('foyer.desk.link.owner.text') : invitationText(t, link)}</p>
      <Form problems={problems} title={t('foyer.desk.link.failed')} onSubmit={submit}>
        <TextField
          id="email"
          label={t('foyer.desk.email')}
          type="email"
          name="email"
          autoComplete="username"
          error={problemOf('email')}
          value={email}
          readOnly={link.email !== null}
          onChange={event => setEmail(event.target.value)}
          required
        />
        <TextField
          id="name"
          label={t('foyer.desk.your-name')}
          name="name"
          autoComplete="name"
          error={problemOf('name')}
          value={name}
          onChange={event => setName(event.target.value)}
          required
        />
        <PasswordField
          id="password"
          label={t('foyer.desk.password')}
          hint={t('foyer.desk.password.hint', MIN_PASSWORD_LENGTH)}
          error={problemOf('password')}
          value={password}
          onChange={setPassword}
          isNew
        />
        <Button type="submit" busy={isSending} wide>
          {t(isOwner ? 'foyer.desk.link.owner.submit' : 'foyer.desk.link.invitation.submit')}
        </Button>
        {!isOwner && <ProviderLinks link={token} />}
      </Form>
    </NarrowWork>
  )
}
