import { useState } from 'react'
import type { DeskEvent } from '#contract/desk-event.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { localOf } from '../../parts/local-time.ts'
import { Panel } from '../../parts/work.tsx'
import css from './as-buyer.module.css'

type WillHappenProps = {
  readonly event: DeskEvent
  /** Local date-time of the event; empty: all that is to come. */
  readonly until: string
}

/** What the shop does by itself between now and then, by what the organiser has stated: sales, codes, doors. */
export function WillHappen({ event, until }: WillHappenProps) {
  const { t, language } = useLanguage()
  const dates = datesIn(language, 'UTC')
  const [openedAt] = useState(() => Date.now())
  const now = localOf(openedAt, event.file.timezone ?? 'UTC')
  const moments = momentsOf(event)
    .filter(({ at }) => at > now && (until === '' || at <= until))
    .sort((a, b) => a.at.localeCompare(b.at))
  return (
    <Panel title={t(until === '' ? 'foyer.desk.as-buyer.until.next' : 'foyer.desk.as-buyer.until')}>
      {moments.length === 0 ? (
        <p className="soft">{t('foyer.desk.as-buyer.nothing')}</p>
      ) : (
        <ol className={css.moments}>
          {moments.map(({ at, key, name }) => (
            <li key={`${at} ${key} ${name}`}>
              <span className="soft small">{dates.moment(Date.parse(`${at}Z`))}</span>
              <br />
              {t(key, name)}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

type Moment = { readonly at: string; readonly key: string; readonly name: string }

/** Local date-times as the event file has them, which are in the order of the alphabet. */
function momentsOf({ file }: DeskEvent): readonly Moment[] {
  const moment = (at: string | null | undefined, key: string, name = ''): Moment[] =>
    at ? [{ at: at.length === 16 ? `${at}:00` : at, key, name }] : []
  const { categories = [], promoCodes } = file.tickets ?? {}
  return [
    ...categories.flatMap(({ name, startSellingDate, endSellingDate }) => [
      ...moment(startSellingDate, 'foyer.desk.will.on-sale', name),
      ...moment(endSellingDate, 'foyer.desk.will.off-sale', name),
    ]),
    ...(promoCodes ?? []).flatMap(({ name, validFrom, validTo }) => [
      ...moment(validFrom, 'foyer.desk.will.code-from', name),
      ...moment(validTo, 'foyer.desk.will.code-to', name),
    ]),
    ...moment(file.facts?.doors, 'foyer.desk.will.doors'),
    ...moment(file.startDate, 'foyer.desk.will.starts'),
    ...moment(file.endDate, 'foyer.desk.will.ends'),
  ]
}
