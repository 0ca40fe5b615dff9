import { useState } from 'react'
import { deskInvitationsPath } from '#contract/paths.ts'
import { MEMBER_ROLES, type MemberRole } from '#domain/access/principal/principal.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { ChoiceGroup } from '#client/kit/field/question-fields.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Panel } from '../parts/work.tsx'
import type { ScopeQuery } from './scopes.ts'

type InviteProps = { readonly scope: ScopeQuery; readonly onInvited: () => unknown }

/** Mails an invitation; each role says in a sentence what it may. */
export function Invite({ scope, onInvited }: InviteProps) {
  const { t, language } = useLanguage()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const isShop = scope.organizationId === undefined && scope.eventId === undefined
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>(isShop ? 'OWNER' : 'EDITOR')
  const [mailLanguage, setMailLanguage] = useState(language)
  const submit = () =>
    send(
      () =>
        server().call('POST', deskInvitationsPath, {
          body: {
            email,
            role,
            language: mailLanguage,
            organizationId: scope.eventId === undefined ? (scope.organizationId ?? null) : null,
            eventId: scope.eventId ?? null,
          },
        }),
      async answer => {
        if (answer.kind !== 'done') return
        toast(t('foyer.desk.people.invite.sent', email.trim()), 'good')
        setEmail('')
        await onInvited()
      },
    )
  return (
    <Panel title={t('foyer.desk.people.invite')}>
      <Form problems={problems} title={t('foyer.desk.not-sent')} onSubmit={submit}>
        <TextField
          id="email"
          label={t('foyer.desk.email')}
          type="email"
          autoComplete="off"
          error={problemOf('email')}
          value={email}
          onChange={event => setEmail(event.target.value)}
          required
        />
        {isShop ? (
          <p className="soft">{t('foyer.desk.role.OWNER.shop')}</p>
        ) : (
          <RoleChoice role={role} error={problemOf('role')} onChoose={setRole} />
        )}
        <MailLanguage value={mailLanguage} onChoose={setMailLanguage} />
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.people.invite.submit')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

type RoleChoiceProps = {
  readonly role: MemberRole
  readonly error: string | undefined
  readonly onChoose: (role: MemberRole) => void
}

function RoleChoice({ role, error, onChoose }: RoleChoiceProps) {
  const t = useT()
  const options = MEMBER_ROLES.map(value => ({
    value,
    label: `${t(`foyer.desk.role.${value}`)}: ${t(`foyer.desk.role.${value}.text`)}`,
  }))
  return (
    <ChoiceGroup
      id="role"
      kind="radio"
      label={t('foyer.desk.people.role')}
      error={error}
      options={options}
      chosen={[role]}
      onChoose={([value]) => onChoose(MEMBER_ROLES.find(one => one === value) ?? role)}
    />
  )
}

type MailLanguageProps = { readonly value: string; readonly onChoose: (language: string) => void }

function MailLanguage({ value, onChoose }: MailLanguageProps) {
  const { t, offered } = useLanguage()
  return (
    <SelectField
      id="mail-language"
      label={t('foyer.desk.people.invite.language')}
      value={value}
      onChange={event => onChoose(event.target.value)}
    >
      {offered.map(({ locale, displayLanguage }) => (
        <option key={locale} value={locale} lang={locale}>
          {displayLanguage}
        </option>
      ))}
    </SelectField>
  )
}
