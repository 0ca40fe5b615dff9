import { useState } from 'react'
import type { DeskEventFacts } from '#contract/desk-event.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { type Json, textOf, valueAt } from '../../editor/member.ts'
import { localOf } from '../../parts/local-time.ts'
import { Panel, Stack } from '../../parts/work.tsx'
import {
  type SaleWindow,
  type SaleWindows,
  type SeatPart,
  type SeatPicture,
  saleWindows,
  seatPicture,
} from './sale-picture.ts'
import css from './sale-picture.module.css'

type SalePictureProps = {
  /** An event file: as it is stored, or as it is typed. */
  readonly file: Json
  readonly facts: Pick<DeskEventFacts, 'held' | 'categories'>
}

/** The seats of an event as one bar, and the sales of its categories on one time line; each with its words. */
export function SalePicture({ file, facts }: SalePictureProps) {
  const t = useT()
  const zone = textOf(valueAt(file, ['timezone'])) || 'UTC'
  const [openedAt] = useState(() => Date.now())
  const seats = seatPicture(file, facts)
  const windows = saleWindows(file, localOf(openedAt, zone))
  if (seats.parts.length === 0 && !windows) return null
  return (
    <Panel title={t('foyer.desk.timeline.title')}>
      <Stack>
        {seats.parts.length > 0 && <SeatBar seats={seats} />}
        {windows && <TimeLine shown={windows} />}
      </Stack>
    </Panel>
  )
}

/** Own seats by category, then the shared ones; what is sold and held is drawn within. */
function SeatBar({ seats: { capacity, own, shared, parts, missing } }: { readonly seats: SeatPicture }) {
  const t = useT()
  return (
    <section className={css.seats} aria-label={t('foyer.desk.timeline.seats')}>
      <div className={css.bar} aria-hidden="true">
        {parts.map(part => (
          <SeatSegment key={part.key} part={part} />
        ))}
      </div>
      <div className={css.whose}>
        {own > 0 && <span style={{ flexGrow: own }}>{t('foyer.desk.timeline.own-seats', own)}</span>}
        {shared > 0 && (
          <span style={{ flexGrow: shared }} data-shared>
            {t('foyer.desk.timeline.shared-seats', shared)}
          </span>
        )}
      </div>
      {missing > 0 && <p className={css.missing}>{t('foyer.desk.timeline.missing', own, capacity)}</p>}
      <ul className={css.parts}>
        {parts.map(({ key, name, ...part }) => (
          <li key={key}>
            <b dir="auto">{name ?? t('foyer.desk.blocks.shared')}</b>
            <span>{t('foyer.desk.timeline.part', part.seats, part.sold, part.held, part.free)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SeatSegment({ part: { name, seats, sold, held } }: { readonly part: SeatPart }) {
  return (
    <span style={{ flexGrow: seats }} data-shared={name === undefined || undefined}>
      <i style={{ inlineSize: percent(sold, seats) }} />
      {held > 0 && <i data-held style={{ inlineSize: percent(held, seats) }} />}
    </span>
  )
}

/** The sale of each category between the first sale and the event, with now and the event's beginning. */
function TimeLine({ shown }: { readonly shown: SaleWindows }) {
  const t = useT()
  return (
    <section className={css.line} aria-label={t('foyer.desk.timeline')}>
      <Ends shown={shown} />
      <ul>
        {shown.windows.map(window => (
          <WindowRow key={window.key} window={window} shown={shown} />
        ))}
      </ul>
      <p className={css.legend}>
        {shown.now !== undefined && (
          <span>
            <i data-now aria-hidden="true" /> {t('foyer.desk.timeline.now')}
          </span>
        )}
        {shown.begins !== undefined && (
          <span>
            <i data-begins aria-hidden="true" /> <Begins at={shown.begins} />
          </span>
        )}
      </p>
    </section>
  )
}

/** What is left and right of the picture; the rows say it in words. */
function Ends({ shown: { from, to } }: { readonly shown: SaleWindows }) {
  const dates = useWallDates()
  return (
    <p className={css.ends} aria-hidden="true">
      <span>{dates.shortDay(from)}</span>
      <span>{dates.shortDay(to)}</span>
    </p>
  )
}

function Begins({ at }: { readonly at: number }) {
  const t = useT()
  const dates = useWallDates()
  return t('foyer.desk.timeline.begins', dates.shortDay(at), dates.time(at))
}

function WindowRow({ window, shown }: { readonly window: SaleWindow; readonly shown: SaleWindows }) {
  const { name, from, to, state } = window
  const place = (time: number): string => percent(time - shown.from, shown.to - shown.from)
  return (
    <li>
      <div className={css.words}>
        <b dir="auto">{name}</b>
        <span className="soft small">
          <WindowWords window={window} />
        </span>
      </div>
      <div className={css.track} aria-hidden="true">
        <i
          data-state={state}
          style={{ insetInlineStart: place(from), inlineSize: percent(to - from, shown.to - shown.from) }}
        />
        {shown.now !== undefined && <i data-now style={{ insetInlineStart: place(shown.now) }} />}
        {shown.begins !== undefined && <i data-begins style={{ insetInlineStart: place(shown.begins) }} />}
      </div>
    </li>
  )
}

function WindowWords({ window: { from, to, state } }: { readonly window: SaleWindow }) {
  const t = useT()
  const dates = useWallDates()
  const written = (time: number) => `${dates.shortDay(time)}, ${dates.time(time)}`
  switch (state) {
    case 'before':
      return t('foyer.desk.timeline.before', written(from), written(to))
    case 'on':
      return t('foyer.desk.timeline.on', written(to))
    case 'over':
      return t('foyer.desk.timeline.over', written(to))
    default:
      return state satisfies never
  }
}

/** Times of a clock at the event are counted as if it were in UTC. */
function useWallDates() {
  const { language } = useLanguage()
  return datesIn(language, 'UTC')
}

const percent = (part: number, whole: number): string =>
  `${whole <= 0 ? 0 : Math.max(0, Math.min(100, (part / whole) * 100))}%`
