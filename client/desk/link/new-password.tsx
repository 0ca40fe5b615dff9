import { useState } from 'react'
import { deskLinkPath, deskPagePath } from '#contract/paths.ts'
import type { LinkInfo } from '#contract/member.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/access/member/password.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { NarrowWork } from '../parts/work.tsx'

type NewPasswordProps = { readonly token: string; readonly link: LinkInfo }

/** A member who has lost their password sets another one, and signs in with it. */
export function NewPassword({ token, link }: NewPasswordProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [password, setPassword] = useState('')
  const submit = () =>
    send(
      () => server().call('POST', deskLinkPath, { params: { token }, body: { password } }),
      answer => answer.kind === 'done' && location.replace(deskPagePath),
    )
  return (
    <NarrowWork>
      <PageTitle>{t('foyer.desk.new-password.title')}</PageTitle>
      <p className="soft">{t('foyer.desk.new-password.text', link.email ?? '')}</p>
      <Form problems={problems} title={t('foyer.desk.link.failed')} onSubmit={submit}>
        {/* So that the browser keeps the new password with the address. */}
        <input type="email" name="email" autoComplete="username" value={link.email ?? ''} readOnly hidden />
        <PasswordField
          id="password"
          label={t('foyer.desk.new-password.label')}
          hint={t('foyer.desk.password.hint', MIN_PASSWORD_LENGTH)}
          error={problemOf('password')}
          value={password}
          onChange={setPassword}
          isNew
        />
        <Button type="submit" busy={isSending} wide>
          {t('foyer.desk.new-password.submit')}
        </Button>
      </Form>
    </NarrowWork>
  )
}
