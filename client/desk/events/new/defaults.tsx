import { useEffect, useEffectEvent, useState } from 'react'
import { deskEventsPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { keepPreviousData, queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { Panel } from '../../parts/work.tsx'
import type { requestFor } from './new-event.ts'
import css from './new-event.module.css'

type Request = ReturnType<typeof requestFor>

/** What the server would take for what was not typed. Nothing while it would still refuse the event. */
const defaultsQuery = (request: Request) =>
  queryOptions({
    queryKey: ['desk', 'defaults', JSON.stringify(request)],
    queryFn: async ({ signal }) => {
      const answer = await server().call('POST', deskEventsPath, { body: { ...request, dryRun: true }, signal })
      return answer.kind === 'done' ? answer.value.defaults : []
    },
    staleTime: 60_000,
  })

/** Says which defaults are taken: what is right already need not be filled in. */
export function Defaults({ request }: { readonly request: Request }) {
  const { t, language } = useLanguage()
  const asked = useQuiet(request)
  const isWorthAsking = 'title' in asked && 'startDate' in asked
  const { data = [] } = useQuery({ ...defaultsQuery(asked), enabled: isWorthAsking, placeholderData: keepPreviousData })
  return (
    <Panel title={t('foyer.desk.defaults.title')}>
      {data.length === 0 ? (
        <p className="soft">{t('foyer.desk.defaults.text')}</p>
      ) : (
        <dl className={css.defaults}>
          {data.map(({ member, value, from }) => (
            <div key={member}>
              <dt>{t(`foyer.desk.member.${nameOf(member)}`)}</dt>
              <dd>
                {inWords(value, language)} <span className="soft small">{t(`foyer.desk.from.${from}`)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

/** The value once it has not changed for a moment: while an organiser types, nothing is read. */
function useQuiet<Value>(value: Value): Value {
  const [quiet, setQuiet] = useState(value)
  // Another object of the same content is no change.
  const text = JSON.stringify(value)
  const take = useEffectEvent(() => setQuiet(value))
  useEffect(() => {
    const timer = setTimeout(() => take(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}

const QUIET_MS = 600

/** A local date and time in words; all else as it is. */
function inWords(value: string, language: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? datesIn(language, 'UTC').moment(Date.parse(`${value}Z`)) : value
}

const nameOf = (member: string): string =>
  member
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('.')
    .at(-1) ?? member
