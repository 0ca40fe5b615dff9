import type { ListedDeskEvent } from '#contract/desk-event.ts'
import { deskEventPagePath, deskNewEventPagePath, pathTo } from '#contract/paths.ts'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { Day } from '#client/kit/mark/mark.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { formatShortAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { DeskIcon } from '../../parts/desk-icon.tsx'
import { Pill, Pills, SearchField, Seek } from '../../parts/filters.tsx'
import { ImportFile } from '../../parts/import-file.tsx'
import { OfferList } from '../../parts/offer-list.tsx'
import { OfferTabs } from '../../parts/offer-tabs.tsx'
import { Seats } from '../../parts/seats.tsx'
import { Tag, Title, Work } from '../../parts/work.tsx'
import { useMay } from '../../session/me.ts'
import { type EventFilter, eventsQuery } from '../calls.ts'
import { saleWords, stateOf } from '../sale-words.ts'
import css from '../../parts/offer-list.module.css'

const WHEN = ['upcoming', 'past', 'all', 'archived'] as const

/** The events of a member: those to come first, found by title, place or short name. The filter is in the address. */
export function Page() {
  const { t } = useLanguage()
  const may = useMay()
  const [address, setAddress] = useSearchParams()
  const when = WHEN.find(each => each === address.get('when')) ?? 'upcoming'
  const filter: EventFilter = { when, q: address.get('q') ?? '' }
  useHouseTitle(t('foyer.desk.events'))
  const change = (name: 'when' | 'q', value: string) => {
    const next = new URLSearchParams(address)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true })
  }
  return (
    <Work>
      <Title
        acts={
          may('manage-events') && (
            <>
              <ImportFile kind="event" />
              <ButtonLink to={deskNewEventPagePath}>
                <DeskIcon name="plus" />
                {t('foyer.desk.new-event')}
              </ButtonLink>
            </>
          )
        }
      >
        {t('foyer.desk.events')}
      </Title>
      {may('manage-events') && <OfferTabs />}
      <Seek>
        <SearchField label={t('foyer.desk.events.search')} value={filter.q} onChange={value => change('q', value)} />
      </Seek>
      <Pills label={t('foyer.desk.events.when')}>
        {WHEN.map(each => (
          <Pill key={each} isOn={each === when} onClick={() => change('when', each)}>
            {t(`foyer.desk.events.${each}`)}
          </Pill>
        ))}
      </Pills>
      <OfferList
        key={`${filter.when} ${filter.q}`}
        queryOf={cursor => eventsQuery({ ...filter, ...(cursor !== undefined && { cursor }) })}
        rowsOf={({ events }) => events.map(event => <EventRow key={event.id} event={event} />)}
        none={t(filter.q === '' ? 'foyer.desk.events.none' : 'foyer.desk.events.none-found')}
      />
    </Work>
  )
}

function EventRow({ event }: { readonly event: ListedDeskEvent }) {
  const { t, language } = useLanguage()
  const dates = datesIn(language, event.timezone)
  const state = stateOf(event)
  const where = event.format === 'ONLINE' ? t('foyer.desk.online') : event.location
  return (
    <li className={css.row}>
      <Day parts={dates.tile(event.startsAt, event.endsAt)} size="small" />
      <div className={css.what}>
        <h2>
          <Link to={pathTo(deskEventPagePath, { eventId: event.id })} dir="auto">
            {event.title}
          </Link>
        </h2>
        <p className="soft">
          {dates.moment(event.startsAt)}
          {where !== null && (
            <>
              {' · '}
              <bdi>{where}</bdi>
            </>
          )}
        </p>
      </div>
      <div className={css.state}>
        {(event.status !== 'PUBLIC' || event.isArchived || event.isCancelled) && (
          <Tag tone={state.tone}>{t(state.key)}</Tag>
        )}
        {event.status === 'PUBLIC' && !event.isCancelled && (
          <span className="soft small">{saleWords(event, t, language)}</span>
        )}
      </div>
      {event.capacity > 0 && <Seats sold={event.sold} held={event.held} capacity={event.capacity} />}
      <p className={css.money}>
        {event.money.map(({ amount, currency }) => (
          <span key={currency} className="number">
            {formatShortAmount(amount, currency, language)}
          </span>
        ))}
      </p>
    </li>
  )
}
