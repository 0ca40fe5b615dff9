import { useState } from 'react'
import type { Me } from '#contract/member.ts'
import { deskMePath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Panel } from '../parts/work.tsx'

type OwnNameProps = { readonly me: Me; readonly onChanged: () => unknown }

/** What the member is called, and in which language mails to them are. */
export function OwnName({ me, onChanged }: OwnNameProps) {
  const { t, offered } = useLanguage()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [name, setName] = useState(me.name)
  const [language, setLanguage] = useState(me.language)
  const submit = () =>
    send(
      () => server().call('PUT', deskMePath, { body: { name, language } }),
      async answer => {
        if (answer.kind !== 'done') return
        toast(t('foyer.desk.saved'), 'good')
        await onChanged()
      },
    )
  return (
    <Panel title={t('foyer.desk.account.name.title')}>
      <Form problems={problems} title={t('foyer.desk.form.not-saved')} onSubmit={submit}>
        <TextField
          id="name"
          label={t('foyer.desk.your-name')}
          autoComplete="name"
          error={problemOf('name')}
          value={name}
          onChange={event => setName(event.target.value)}
          required
        />
        <SelectField
          id="language"
          label={t('foyer.desk.account.language')}
          error={problemOf('language')}
          value={language}
          onChange={event => setLanguage(event.target.value)}
        >
          {offered.map(({ locale, displayLanguage }) => (
            <option key={locale} value={locale} lang={locale}>
              {displayLanguage}
            </option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.save')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
