import { useState } from 'react'
import { deskOrganizationsPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { FieldPair, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { Panel } from '../../parts/work.tsx'
import { useMe } from '../../session/me.ts'

/** Who holds events in a shop that has none yet: an event belongs to an organisation. */
export function NewOrganization({ onCreated }: { readonly onCreated: () => unknown }) {
  const t = useT()
  const me = useMe()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [name, setName] = useState('')
  const [email, setEmail] = useState(me?.email ?? '')
  const submit = () =>
    send(
      () =>
        server().call('POST', deskOrganizationsPath, {
          body: { name: name.trim(), email: email.trim(), description: name.trim() },
        }),
      answer => answer.kind === 'done' && onCreated(),
    )
  return (
    <Panel title={t('foyer.desk.new-organization.title')}>
      <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={submit}>
        <p className="soft">{t('foyer.desk.new-organization.text')}</p>
        <FieldPair>
          <TextField
            id="name"
            label={t('foyer.desk.new-organization.name')}
            autoComplete="organization"
            error={problemOf('name')}
            value={name}
            onChange={event => setName(event.target.value)}
          />
          <TextField
            id="email"
            label={t('foyer.desk.new-organization.email')}
            type="email"
            autoComplete="email"
            error={problemOf('email')}
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        </FieldPair>
        <Button type="submit" busy={isSending}>
          {t('foyer.desk.go-on')}
        </Button>
      </Form>
    </Panel>
  )
}
