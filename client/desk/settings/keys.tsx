import { useState } from 'react'
import { KEY_ROLES, type KeyRole } from '#domain/access/principal/principal.ts'
import type { DeskKey } from '#contract/desk-organizations.ts'
import { deskKeyPath, deskKeysPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, CopyButton } from '#client/kit/button/button.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Panel, Stack } from '../parts/work.tsx'
import css from './settings.module.css'

const keysQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['desk', 'keys', organizationId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskKeysPath, { params: { id: organizationId }, signal })),
    staleTime: 0,
  })

/** Keys of programs and devices: made, shown once, and taken away. */
export function Keys({ organizationId }: { readonly organizationId: number }) {
  const t = useT()
  const query = useQuery(keysQuery(organizationId))
  return (
    <Stack>
      <Panel title={t('foyer.desk.keys-of.new')}>
        <NewKey organizationId={organizationId} onMade={query.refetch} />
      </Panel>
      <Loaded query={query}>
        {keys => (
          <Panel title={t('foyer.desk.keys-of.title')} flush>
            <ul className={css.list}>
              {keys.length === 0 && <li className="soft">{t('foyer.desk.keys-of.none')}</li>}
              {keys.map(key => (
                <KeyLine key={key.id} organizationId={organizationId} it={key} onRevoked={query.refetch} />
              ))}
            </ul>
          </Panel>
        )}
      </Loaded>
    </Stack>
  )
}

type NewKeyProps = { readonly organizationId: number; readonly onMade: () => unknown }

function NewKey({ organizationId, onMade }: NewKeyProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [description, setDescription] = useState('')
  const [role, setRole] = useState<KeyRole>('API_CLIENT')
  const [made, setMade] = useState<string>()
  const make = () =>
    send(
      () => server().call('POST', deskKeysPath, { params: { id: organizationId }, body: { role, description } }),
      async result => {
        if (result.kind !== 'done') return
        setMade(result.value.key)
        setDescription('')
        await onMade()
      },
    )
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={make}>
      <div className={css.form}>
        <TextField
          id="description"
          label={t('foyer.desk.keys-of.for')}
          hint={t('foyer.desk.keys-of.for.hint')}
          error={problemOf('description')}
          autoComplete="off"
          value={description}
          onChange={event => setDescription(event.target.value)}
        />
        <SelectField
          id="role"
          label={t('foyer.desk.keys-of.role')}
          value={role}
          onChange={event => setRole(KEY_ROLES.find(one => one === event.target.value) ?? role)}
        >
          {KEY_ROLES.map(one => (
            <option key={one} value={one}>
              {t(`foyer.desk.key-role.${one}`)}
            </option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" busy={isSending}>
            {t('foyer.desk.keys-of.make')}
          </Button>
        </div>
        <div role="status">{made !== undefined && <MadeKey made={made} />}</div>
      </div>
    </Form>
  )
}

/** A key, this once. */
function MadeKey({ made }: { readonly made: string }) {
  const t = useT()
  return (
    <div className={css.answer}>
      <b>{t('foyer.desk.keys-of.once')}</b>
      <div className={css.copied}>
        <span className={css.code}>{made}</span>
        <CopyButton text={made} subject={t('foyer.desk.keys-of.title')} />
      </div>
    </div>
  )
}

type KeyLineProps = { readonly organizationId: number; readonly it: DeskKey; readonly onRevoked: () => unknown }

function KeyLine({ organizationId, it, onRevoked }: KeyLineProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { send, isSending } = useSending()
  const [isSure, setSure] = useState(false)
  const revoke = () =>
    send(() => server().call('DELETE', deskKeyPath, { params: { id: organizationId, keyId: it.id } }), onRevoked)
  return (
    <li>
      <div className={css.line}>
        <b>{it.description || t('foyer.desk.keys-of.unnamed')}</b>
        <Button
          tone={isSure ? 'danger' : 'quiet'}
          busy={isSending}
          onClick={() => (isSure ? void revoke() : setSure(true))}
        >
          {isSure ? t('foyer.desk.keys-of.sure') : t('foyer.desk.keys-of.revoke')}
          <span className="unseen">: {it.description}</span>
        </Button>
      </div>
      <span className="soft">
        {t(`foyer.desk.key-role.${it.role}`)} ·{' '}
        {it.usedAt === null ? t('foyer.desk.keys-of.unused') : t('foyer.desk.keys-of.used', dates.moment(it.usedAt))}
      </span>
    </li>
  )
}
