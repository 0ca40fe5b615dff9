import { useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '#domain/access/member/password.ts'
import { deskPasswordPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { Panel } from '../parts/work.tsx'

/** Another password; the member is signed out everywhere else. */
export function OwnPassword() {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const submit = () =>
    send(
      () => server().call('PUT', deskPasswordPath, { body: { current, next } }),
      answer => {
        if (answer.kind !== 'done') return
        setCurrent('')
        setNext('')
        toast(t('foyer.desk.account.password.changed'), 'good')
      },
    )
  return (
    <Panel title={t('foyer.desk.password')}>
      <Form problems={problems} title={t('foyer.desk.form.not-saved')} onSubmit={submit}>
        <PasswordField
          id="current"
          label={t('foyer.desk.account.password.current')}
          error={problemOf('current')}
          value={current}
          onChange={setCurrent}
        />
        <PasswordField
          id="next"
          label={t('foyer.desk.new-password.label')}
          hint={t('foyer.desk.password.hint', MIN_PASSWORD_LENGTH)}
          error={problemOf('next')}
          value={next}
          onChange={setNext}
          isNew
        />
        <div>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.account.password.change')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
