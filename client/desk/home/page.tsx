import type { Home } from '#contract/desk-home.ts'
import { deskHomePath, deskNewEventPagePath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Columns, Panel, Stack, Title, Work } from '../parts/work.tsx'
import { useMay } from '../session/me.ts'
import { Coming } from './coming.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Needs } from './needs.tsx'
import { NextDoors } from './next-doors.tsx'
import { SampleNotice } from './sample.tsx'
import { Weeks } from './weeks.tsx'

/** Money is counted by the days of a zone. */
const homeQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['desk', 'home', timeZone],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskHomePath, { query: { timeZone }, signal })),
    staleTime: 10_000,
  })

/** What needs a person comes first; then what comes up, and the money of the week. */
export function Page() {
  const t = useT()
  useHouseTitle(t('foyer.desk.home'))
  const timeZone = useOwnZone() ?? 'UTC'
  const query = useQuery(homeQuery(timeZone))
  return (
    <Loaded query={query}>
      {home =>
        home.isEmpty ? (
          <FirstSteps home={home} onChanged={query.refetch} />
        ) : (
          <Today home={home} timeZone={timeZone} onChanged={query.refetch} />
        )
      }
    </Loaded>
  )
}

type TodayProps = { readonly home: Home; readonly timeZone: string; readonly onChanged: () => unknown }

function Today({ home, timeZone, onChanged }: TodayProps) {
  const t = useT()
  const may = useMay()
  const dates = useDates(timeZone)
  const { needs, coming, money, now } = home
  const count = needs.reduce((sum, need) => sum + (need.kind === 'mail-failing' ? 1 : need.count), 0)
  return (
    <Work>
      <Title
        day={dates.tile(now, now)}
        lead={t('foyer.desk.home.lead', dates.moment(now))}
        acts={
          may('manage-events') && (
            <ButtonLink tone="quiet" to={deskNewEventPagePath}>
              {t('foyer.desk.home.new-event')}
            </ButtonLink>
          )
        }
      >
        {titleOf(t, count)}
      </Title>
      <Stack>
        {home.sample === 'loaded' && <SampleNotice onChanged={onChanged} />}
        <Columns
          side={
            <>
              <NextDoors coming={coming} now={now} />
              {money && <Weeks weeks={money} now={now} timeZone={timeZone} />}
            </>
          }
        >
          <Panel title={t('foyer.desk.home.needs')} flush>
            <Needs needs={needs} onChanged={onChanged} />
          </Panel>
        </Columns>
        <Coming home={home} />
      </Stack>
    </Work>
  )
}

function titleOf(t: ReturnType<typeof useT>, count: number): string {
  if (count === 0) return t('foyer.desk.home.title.none')
  return count === 1 ? t('foyer.desk.home.title.one') : t('foyer.desk.home.title', count)
}
