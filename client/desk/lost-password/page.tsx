import { useState } from 'react'
import { deskLostPasswordPath, deskPagePath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { NarrowWork } from '../parts/work.tsx'

/** Has a link for a new password mailed. What it says is the same for every address. */
export function Page() {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  useHouseTitle(t('foyer.desk.lost-password.title'))
  const submit = () =>
    send(
      () => server().call('POST', deskLostPasswordPath, { body: { email: email.trim() } }),
      answer => answer.kind === 'done' && setSentTo(email.trim()),
    )
  return (
    <NarrowWork>
      <PageTitle>{t('foyer.desk.lost-password.title')}</PageTitle>
      {sentTo === undefined ? (
        <Form problems={problems} title={t('foyer.desk.not-sent')} onSubmit={submit}>
          <p className="soft">{t('foyer.desk.lost-password.text')}</p>
          <TextField
            id="email"
            label={t('foyer.desk.email')}
            type="email"
            name="email"
            autoComplete="username"
            error={problemOf('email')}
            value={email}
            onChange={event => setEmail(event.target.value)}
            required
          />
          <Button type="submit" busy={isSending} wide>
            {t('foyer.desk.lost-password.submit')}
          </Button>
        </Form>
      ) : (
        <p role="status">{t('foyer.desk.lost-password.sent', sentTo)}</p>
      )}
      <p>
        <Link to={deskPagePath}>{t('foyer.desk.sign-in.back')}</Link>
      </p>
    </NarrowWork>
  )
}
