import { useState } from 'react'
import type { Members as MemberList } from '#contract/member.ts'
import { deskInvitationPath, deskRolesPath } from '#contract/paths.ts'
import { MEMBER_ROLES, type MemberRole } from '#domain/access/principal/principal.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Ask } from '../parts/ask.tsx'
import { Panel, Tag } from '../parts/work.tsx'
import { useMe } from '../session/me.ts'
import type { ScopeQuery } from './scopes.ts'
import rowList from '../parts/row-list.module.css'
import css from './people.module.css'

type Member = MemberList['members'][number]
type MembersProps = MemberList & { readonly scope: ScopeQuery; readonly onChanged: () => unknown }

/** Who works here and as what, and who is invited. */
export function Members({ scope, members, invitations, onChanged }: MembersProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  return (
    <>
      <Panel title={t('foyer.desk.people.members')}>
        {members.length === 0 && <p className="soft">{t('foyer.desk.people.none')}</p>}
        <ul className={rowList.rows}>
          {members.map(member => (
            <MemberRow key={member.id} member={member} scope={scope} onChanged={onChanged} />
          ))}
        </ul>
      </Panel>
      {invitations.length > 0 && (
        <Panel title={t('foyer.desk.people.invited')}>
          <ul className={rowList.rows}>
            {invitations.map(({ id, email, role, expiresAt }) => (
              <li key={id}>
                <div>
                  <b>{email}</b>
                  <p className="soft">
                    {t(`foyer.desk.role.${role}`)}, {t('foyer.desk.people.until', dates.moment(expiresAt))}
                  </p>
                </div>
                <Withdraw id={id} email={email} scope={scope} onChanged={onChanged} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

type RowProps = { readonly member: Member; readonly scope: ScopeQuery; readonly onChanged: () => unknown }

function MemberRow({ member, scope, onChanged }: RowProps) {
  const t = useT()
  const toast = useToast()
  const me = useMe()
  const { send, isSending, problems } = useSending()
  const { id, name, email, role, hasSecondFactor } = member
  const isShop = scope.organizationId === undefined && scope.eventId === undefined
  const change = (next: MemberRole) =>
    send(
      () =>
        server().call('PUT', deskRolesPath, {
          params: { id },
          body: {
            role: next,
            organizationId: scope.eventId === undefined ? (scope.organizationId ?? null) : null,
            eventId: scope.eventId ?? null,
          },
        }),
      async answer => {
        if (answer.kind === 'done') toast(t('foyer.desk.saved'), 'good')
        await onChanged()
      },
    )
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        {me?.id === id && <Tag>{t('foyer.desk.people.you')}</Tag>}{' '}
        {hasSecondFactor && <Tag tone="good">{t('foyer.desk.people.factor')}</Tag>}
        <p className="soft">{email}</p>
        {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
      </div>
      {isShop ? (
        <span className="soft">{t('foyer.desk.role.OWNER')}</span>
      ) : (
        <select
          className={css.role}
          aria-label={t('foyer.desk.people.role-of', name)}
          value={role}
          aria-busy={isSending}
          onChange={({ target }) => {
            const next = MEMBER_ROLES.find(one => one === target.value)
            if (next) void change(next)
          }}
        >
          {MEMBER_ROLES.map(one => (
            <option key={one} value={one}>
              {t(`foyer.desk.role.${one}`)}
            </option>
          ))}
        </select>
      )}
      <TakeAway member={member} scope={scope} onChanged={onChanged} />
    </li>
  )
}

/** Says first what will happen. */
function TakeAway({ member: { id, name }, scope, onChanged }: RowProps) {
  const t = useT()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { send, isSending, problems } = useSending()
  const remove = () =>
    send(
      () => server().call('DELETE', deskRolesPath, { params: { id }, query: scope }),
      async answer => {
        if (answer.kind !== 'done') return
        setOpen(false)
        toast(t('foyer.desk.people.removed', name), 'good')
        await onChanged()
      },
    )
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        {t('foyer.desk.remove')}
        <span className="unseen">: {name}</span>
      </Button>
      <Ask
        isOpen={isOpen}
        title={t('foyer.desk.people.remove', name)}
        act={t('foyer.desk.remove')}
        isDanger
        isSending={isSending}
        problems={problems}
        onAct={remove}
        onLeave={() => setOpen(false)}
      >
        <p>{t('foyer.desk.people.remove.text')}</p>
      </Ask>
    </>
  )
}

type WithdrawProps = Omit<RowProps, 'member'> & { readonly id: number; readonly email: string }

function Withdraw({ id, email, scope, onChanged }: WithdrawProps) {
  const t = useT()
  const { send, isSending } = useSending()
  const withdraw = () =>
    send(() => server().call('DELETE', deskInvitationPath, { params: { id }, query: scope }), onChanged)
  return (
    <Button tone="quiet" busy={isSending} onClick={() => void withdraw()}>
      {t('foyer.desk.people.withdraw')}
      <span className="unseen">: {email}</span>
    </Button>
  )
}
