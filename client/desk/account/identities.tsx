import { deskIdentitiesPath, deskIdentityPath, deskOwnProviderPath, pathTo } from '#contract/paths.ts'
import { problemText, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Acts, Panel } from '../parts/work.tsx'
import { providersQuery } from '../session/provider-links.tsx'
import rowList from '../parts/row-list.module.css'

const identitiesQuery = () =>
  queryOptions({
    queryKey: ['desk', 'identities'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskIdentitiesPath, { signal })),
    staleTime: 0,
  })

/** By which providers of sign-in the member is recognised; nothing where the shop has none. */
export function Identities() {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { data: identities = [], refetch } = useQuery(identitiesQuery())
  const { data: providers = [] } = useQuery(providersQuery())
  const { send, isSending, problems } = useSending()
  if (identities.length + providers.length === 0) return null
  const remove = (id: number) => send(() => server().call('DELETE', deskIdentityPath, { params: { id } }), refetch)
  return (
    <Panel title={t('foyer.desk.account.identities')}>
      <p className="soft">{t('foyer.desk.account.identities.text')}</p>
      <ul className={rowList.rows}>
        {identities.map(({ id, issuer, createdAt }) => (
          <li key={id}>
            <div>
              <b>{new URL(issuer).host}</b>
              <p className="soft">{t('foyer.desk.account.added', dates.shortDay(createdAt))}</p>
            </div>
            <Button tone="quiet" busy={isSending} onClick={() => void remove(id)}>
              {t('foyer.desk.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
      <Acts>
        {providers.map(({ of, name }) => (
          <ButtonAnchor key={of} tone="quiet" href={pathTo(deskOwnProviderPath, { of })}>
            {name === null ? t('foyer.desk.account.connect') : t('foyer.desk.account.connect.of', name)}
          </ButtonAnchor>
        ))}
      </Acts>
    </Panel>
  )
}
