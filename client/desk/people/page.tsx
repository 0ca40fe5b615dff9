import type { ReactNode } from 'react'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { organizationsQuery } from '../organizations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Stack, Title, Work } from '../parts/work.tsx'
import { useMe } from '../session/me.ts'
import { Changes } from './changes.tsx'
import { Invite } from './invite.tsx'
import { Members } from './members.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { type ScopeQuery, scopeIn } from './scopes.ts'
import { membersQuery } from './queries.ts'
import css from './people.module.css'

/** Who works for the shop, an organisation or an event. What is shown is in the address. */
export function Page() {
  const t = useT()
  useHouseTitle(t('foyer.desk.people'))
  const me = useMe()
  const organizations = useQuery(organizationsQuery())
  const [address, setAddress] = useSearchParams()
  if (!me) return null
  return (
    <Loaded query={organizations}>
      {({ organizations: all }) => {
        const scope = scopeIn(address, { me, organizations: all })
        const choose = ({ organizationId, eventId }: ScopeQuery) => {
          const next = new URLSearchParams()
          if (organizationId !== undefined) next.set('organisation', String(organizationId))
          if (eventId !== undefined) next.set('event', String(eventId))
          setAddress(next)
        }
        return (
          <People
            key={`${scope.organizationId ?? ''} ${scope.eventId ?? ''}`}
            scope={scope}
            choice={<ScopeChoice me={me} organizations={all} scope={scope} onChoose={choose} />}
          />
        )
      }}
    </Loaded>
  )
}

function People({ scope, choice }: { readonly scope: ScopeQuery; readonly choice: ReactNode }) {
  const t = useT()
  const query = useQuery(membersQuery(scope))
  return (
    <Loaded query={query}>
      {({ members, invitations }) => (
        <Work>
          <Title lead={t('foyer.desk.people.lead')}>{t('foyer.desk.people')}</Title>
          {choice}
          <div className={css.halves}>
            <Stack>
              <Members scope={scope} members={members} invitations={invitations} onChanged={query.refetch} />
              {scope.eventId === undefined && <Changes organizationId={scope.organizationId} />}
            </Stack>
            <Stack>
              <Invite scope={scope} onInvited={query.refetch} />
              {scope.eventId === undefined && <ProviderPanel organizationId={scope.organizationId} />}
            </Stack>
          </div>
        </Work>
      )}
    </Loaded>
  )
}
