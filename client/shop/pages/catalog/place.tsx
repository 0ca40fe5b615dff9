import type { BasicEventInfo } from '#contract/event.ts'
import { Badge } from '../../../kit/badge/badge.tsx'
import { useT } from '../../../language/language-context.ts'
import { shortPlace } from './place-parts.ts'
import css from './place.module.css'

/** Where an event takes place, in a line. */
export function Place({ event: { format, location } }: { event: Pick<BasicEventInfo, 'format' | 'location'> }) {
  const t = useT()
  return (
    <p className={css.place}>
      {format === 'ONLINE' || !location ? null : <span className="soft">{shortPlace(location)}</span>}
      {format === 'IN_PERSON' ? null : <Badge>{t('event.online.badge')}</Badge>}
    </p>
  )
}
