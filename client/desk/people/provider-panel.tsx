import { useState } from 'react'
import type { DeskProvider } from '#contract/desk-openid.ts'
import { deskProviderSettingsPath } from '#contract/paths.ts'
import { NEWCOMER_ROLES, isNewcomerRole } from '#domain/access/principal/principal.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Form, type Problems, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, CopyButton } from '#client/kit/button/button.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { Acts, Panel, Tag } from '../parts/work.tsx'
import { providerQuery } from './queries.ts'

type PanelProps = { readonly organizationId: number | undefined }

/** The provider of sign-in (OpenID Connect) by which members come in. */
export function ProviderPanel({ organizationId }: PanelProps) {
  const t = useT()
  const { data: provider, refetch } = useQuery(providerQuery(organizationId))
  const [isOpen, setOpen] = useState(false)
  if (provider === undefined) return null
  return (
    <Panel
      title={t('foyer.desk.provider.title')}
      aside={provider && <Tag tone="good">{new URL(provider.issuer).host}</Tag>}
    >
      <p className="soft">{t('foyer.desk.provider.text')}</p>
      {isOpen ? (
        <ProviderForm
          organizationId={organizationId}
          provider={provider}
          onChanged={async () => {
            setOpen(false)
            await refetch()
          }}
        />
      ) : (
        <p>
          <Button tone="quiet" onClick={() => setOpen(true)}>
            {t(provider ? 'foyer.desk.provider.change' : 'foyer.desk.provider.set')}
          </Button>
        </p>
      )}
    </Panel>
  )
}

type FormProps = PanelProps & { readonly provider: DeskProvider | null; readonly onChanged: () => unknown }

/** As it is typed. */
type Draft = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly domains: string
  readonly role: DeskProvider['role']
}

const draftOf = (provider: DeskProvider | null): Draft => ({
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  domains: (provider?.domains ?? []).join('\n'),
  role: provider?.role ?? null,
})

function ProviderForm({ organizationId, provider, onChanged }: FormProps) {
  const t = useT()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const [draft, setDraft] = useState(() => draftOf(provider))
  const submit = () =>
    send(
      () => {
        const { clientSecret, domains, ...rest } = draft
        const lines = domains.split(/[\s,]+/).filter(line => line !== '')
        const body = { ...rest, ...(clientSecret !== '' && { clientSecret }), domains: lines }
        return server().call('PUT', deskProviderSettingsPath, { query: { organizationId }, body })
      },
      async answer => {
        if (answer.kind !== 'done') return
        toast(t('foyer.desk.saved'), 'good')
        await onChanged()
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.form.not-saved')} onSubmit={submit}>
      <ProviderFields
        draft={draft}
        problems={problems}
        isSet={provider !== null}
        onChange={changes => setDraft(shown => ({ ...shown, ...changes }))}
      />
      {organizationId !== undefined && (
        <NewcomerRole role={draft.role} onChoose={role => setDraft(shown => ({ ...shown, role }))} />
      )}
      {provider && (
        <p className="soft">
          {t('foyer.desk.provider.callback')} {provider.callbackUrl}{' '}
          <CopyButton text={provider.callbackUrl} subject={t('foyer.desk.provider.callback')} />
        </p>
      )}
      <Acts>
        <Button type="submit" busy={isSending}>
          {t('foyer.desk.save')}
        </Button>
        {provider && <RemoveProvider organizationId={organizationId} onRemoved={onChanged} />}
      </Acts>
    </Form>
  )
}

type FieldsProps = {
  readonly draft: Draft
  readonly problems: Problems | undefined
  /** There is a provider already, whose secret can stay. */
  readonly isSet: boolean
  readonly onChange: (changes: Partial<Draft>) => void
}

function ProviderFields({ draft, problems, isSet, onChange }: FieldsProps) {
  const t = useT()
  const problemOf = useProblemOf(problems)
  return (
    <>
      <TextField
        id="issuer"
        label={t('foyer.desk.provider.issuer.label')}
        inputMode="url"
        error={problemOf('issuer')}
        value={draft.issuer}
        onChange={event => onChange({ issuer: event.target.value })}
      />
      <TextField
        id="clientId"
        label={t('foyer.desk.provider.client-id.label')}
        autoComplete="off"
        error={problemOf('clientId')}
        value={draft.clientId}
        onChange={event => onChange({ clientId: event.target.value })}
      />
      <TextField
        id="clientSecret"
        type="password"
        label={t('foyer.desk.provider.client-secret.label')}
        hint={isSet ? t('foyer.desk.provider.client-secret.hint') : undefined}
        autoComplete="off"
        error={problemOf('clientSecret')}
        value={draft.clientSecret}
        onChange={event => onChange({ clientSecret: event.target.value })}
      />
      <TextAreaField
        id="domains"
        label={t('foyer.desk.provider.domains')}
        hint={t('foyer.desk.provider.domains.hint')}
        error={problemOf('domains')}
        value={draft.domains}
        onChange={event => onChange({ domains: event.target.value })}
      />
    </>
  )
}

type NewcomerProps = { readonly role: Draft['role']; readonly onChoose: (role: Draft['role']) => void }

function NewcomerRole({ role, onChoose }: NewcomerProps) {
  const t = useT()
  return (
    <SelectField
      id="role-of-newcomers"
      label={t('foyer.desk.provider.role')}
      value={role ?? ''}
      onChange={({ target }) => onChoose(isNewcomerRole(target.value) ? target.value : null)}
    >
      <option value="">{t('foyer.desk.provider.role.none')}</option>
      {NEWCOMER_ROLES.map(one => (
        <option key={one} value={one}>
          {t(`foyer.desk.role.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}

function RemoveProvider({ organizationId, onRemoved }: PanelProps & { readonly onRemoved: () => unknown }) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const remove = () =>
    send(
      () => server().call('DELETE', deskProviderSettingsPath, { query: { organizationId } }),
      answer => (answer.kind === 'done' || answer.kind === 'missing') && onRemoved(),
    )
  return (
    <>
      <Button tone="danger" busy={isSending} onClick={() => void remove()}>
        {t('foyer.desk.remove')}
      </Button>
      {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
    </>
  )
}
