import { deskSessionPath, deskSessionsPath } from '#contract/paths.ts'
import { problemText, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Panel, Tag } from '../parts/work.tsx'
import { browserName } from './browser-name.ts'
import rowList from '../parts/row-list.module.css'

const sessionsQuery = () =>
  queryOptions({
    queryKey: ['desk', 'sessions'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskSessionsPath, { signal })),
    staleTime: 0,
  })

/** Where the member is signed in; each place but this one can be signed out. */
export function Sessions() {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { data: sessions = [], refetch } = useQuery(sessionsQuery())
  const { send, isSending, problems } = useSending()
  const end = (id: number) => send(() => server().call('DELETE', deskSessionPath, { params: { id } }), refetch)
  return (
    <Panel title={t('foyer.desk.account.sessions')}>
      <ul className={rowList.rows}>
        {sessions.map(({ id, userAgent, seenAt, isOwn }) => (
          <li key={id}>
            <div>
              <b>{browserName(userAgent) ?? t('foyer.desk.account.browser')}</b>{' '}
              {isOwn && <Tag tone="good">{t('foyer.desk.account.this-one')}</Tag>}
              <p className="soft">{t('foyer.desk.account.seen', dates.moment(seenAt))}</p>
            </div>
            {!isOwn && (
              <Button tone="quiet" busy={isSending} onClick={() => void end(id)}>
                {t('foyer.desk.account.end')}
                <span className="unseen">: {browserName(userAgent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problems && <p role="alert">{problems.list.map(problem => problemText(t, problem)).join(' ')}</p>}
    </Panel>
  )
}
