import { useEffect, useState } from 'react'
import type { DeskEvent, DeskEventFacts } from '#contract/desk-event.ts'
import { deskSettingsSectionPagePath, pathTo } from '#contract/paths.ts'
import { Link, TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import type { TypedFile } from '../../editor/draft.ts'
import { isSame, valueAt } from '../../editor/member.ts'
import { useMay } from '../../session/me.ts'
import css from './place-map.module.css'

type PlaceMapProps = {
  readonly event: DeskEvent
  readonly typed: Pick<TypedFile, 'stored' | 'draft'>
  readonly reload: () => Promise<unknown>
}

/** The picture of the place as buyers see it, or why there is none and what to do; of what is saved, not of what is typed. */
export function PlaceMap({ event: { file, facts }, typed: { stored, draft }, reload }: PlaceMapProps) {
  const t = useT()
  const { map } = facts
  useNewMap(map?.why === 'NOT_YET', reload)
  if (map === null) return null
  const isMoved = !isSame(valueAt(stored, ['location']), valueAt(draft, ['location']))
  return (
    <section className={css.map} aria-label={t('foyer.desk.map')}>
      {map.picture !== null && <img src={map.picture} alt={t('foyer.event.map', file.location?.fullAddress ?? '')} />}
      <div className={css.words}>
        {map.why !== null && <NoMap map={map} why={map.why} reload={reload} />}
        {isMoved && <p className="soft">{t('foyer.desk.map.of-saved')}</p>}
        <a href={map.openAt} target="_blank" rel="noopener noreferrer">
          {t('foyer.event.open-map')}
          <span className="unseen"> ({t('link.new-tab')})</span>
        </a>
      </div>
    </section>
  )
}

type NoMapProps = {
  readonly map: NonNullable<DeskEventFacts['map']>
  readonly why: NonNullable<NonNullable<DeskEventFacts['map']>['why']>
  readonly reload: () => Promise<unknown>
}

function NoMap({ map, why, reload }: NoMapProps) {
  const t = useT()
  const may = useMay()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const isOfShop = why === 'NO_PROVIDER' || why === 'NOT_GIVEN'
  const retryAt = map.retryAt === null ? '' : dates.moment(map.retryAt)
  return (
    <>
      <p>{t(`foyer.desk.map.${why}`, retryAt)}</p>
      {why === 'NOT_YET' && <TextButton onClick={() => void reload()}>{t('foyer.desk.map.look')}</TextButton>}
      {isOfShop && may('administer-shop') && (
        <Link to={pathTo(deskSettingsSectionPagePath, { section: 'advanced' })}>{t('foyer.desk.map.settings')}</Link>
      )}
    </>
  )
}

const LOOKS = 5
const BETWEEN_LOOKS_MS = 3_000

/** Looks a few times by itself for a picture that the shop fetches just now. */
function useNewMap(isAwaited: boolean, reload: () => Promise<unknown>): void {
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (!isAwaited || looks >= LOOKS) return
    const timer = setTimeout(() => void reload().then(() => setLooks(looks + 1)), BETWEEN_LOOKS_MS)
    return () => clearTimeout(timer)
  }, [isAwaited, looks, reload])
}
