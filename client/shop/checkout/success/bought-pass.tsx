import { useQuery } from '#client/frame/calls/use-query.tsx'
import { ButtonLink, CopyButton } from '#client/kit/button/button.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { Stub } from '#client/kit/card/card.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { downloadPassPath, passCalendarPath } from '#contract/order-paths.ts'
import { pathTo } from '#contract/paths.ts'
import type { SubscriptionInfo } from '#contract/reservation.ts'
import { eventsOfPassQuery } from '../../shell/calls/offer-queries.ts'
import { answersIn } from '#client/frame/questions/question-texts.ts'
import { EventRows } from '../../catalog/event-rows.tsx'
import { entriesText } from '../../catalog/pass-texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { UNREACHABLE_WALLET } from '#contract/ticket-paths.ts'
import { passLinksOfWallets } from '../../ticket/wallet/wallet.tsx'
import css from './success.module.css'

/** The pass that was bought: whose it is, what uses it, how long and how often, and the events it opens. */
export function BoughtPass({ pass }: { readonly pass: SubscriptionInfo }) {
  const t = useT()
  const { id } = pass
  return (
    <>
      <Section title={t('foyer.pass.order')} id="pass">
        <Stub tear={<Terms pass={pass} />}>
          <Owner pass={pass} />
          {pass.configuration.displayPin && <Codes pass={pass} />}
        </Stub>
        {id !== null && (
          <>
            <UseIt id={id} />
            <Keep pass={pass} />
            <PassWallets pass={pass} />
          </>
        )}
      </Section>
      {id !== null && <Events id={id} />}
    </>
  )
}

function Owner({ pass: { owner, additionalFields } }: { readonly pass: SubscriptionInfo }) {
  const { language } = useLanguage()
  return (
    <>
      <h3 dir="auto" className={css.words}>
        {owner.firstName} {owner.lastName}
      </h3>
      <p className={`soft small ${css.words}`}>{owner.email}</p>
      {answersIn(additionalFields, language).map(({ name, label, answer }) => (
        <p key={name} className={`small ${css.words}`}>
          <span className="soft">
            <bdi>{label}</bdi>:
          </span>{' '}
          <bdi>{answer}</bdi>
        </p>
      ))}
    </>
  )
}

/** A person who has one of these can use the pass. */
function Codes({ pass: { id, pin } }: { readonly pass: SubscriptionInfo }) {
  const t = useT()
  const codes = [
    { label: t('reservation-page-complete.subscription.pin-description'), code: pin, isPin: true },
    { label: t('reservation-page-complete.subscription.id-description'), code: id, isPin: false },
  ]
  return (
    <dl className={css.codes}>
      {codes.map(
        ({ label, code, isPin }) =>
          code !== null && (
            <div key={label}>
              <dt className="soft small">{label}</dt>
              <dd>
                <span className={isPin ? css.pin : css.number}>{code}</span>{' '}
                <CopyButton text={code} subject={label} done="reservation-page-complete.subscription.copy.success" />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Terms({ pass }: { readonly pass: SubscriptionInfo }) {
  const setting = useLanguage()
  const { t, language } = setting
  const { timeZone } = useOpenReservation().context
  const { usageDetails, validFrom, validTo } = pass
  const dates = datesIn(language, timeZone)
  return (
    <ul className={css.terms}>
      {validFrom != null && <li>{t('foyer.pass-order.valid-from', dates.day(validFrom))}</li>}
      <li>{validTo == null ? t('foyer.pass.valid.always') : t('foyer.pass-order.valid-until', dates.day(validTo))}</li>
      <li>{entriesText({ maxEntries: usageDetails.total }, setting)}</li>
      {usageDetails.used > 0 && <li>{t('reservation-page-complete.subscription.usage', usageDetails.used)}</li>}
      {usageDetails.available !== null && (
        <li>{t('reservation-page-complete.subscription.usage.available', usageDetails.available)}</li>
      )}
    </ul>
  )
}

/** Where tickets are taken with it. */
function UseIt({ id }: { readonly id: string }) {
  const t = useT()
  return (
    <p className={css.use}>
      <ButtonLink to={`/events-all?subscription=${encodeURIComponent(id)}`}>
        {t('reservation-page-complete.subscription.buy-tickets')}
      </ButtonLink>
    </p>
  )
}

/** What there is to keep of it: its document, and its last day for a calendar. */
function Keep({ pass }: { readonly pass: SubscriptionInfo }) {
  const { t, language } = useLanguage()
  const { place } = useOpenReservation()
  const ids = { id: place.publicIdentifier, reservationId: place.reservationId }
  const calendar = pathTo(passCalendarPath, { ...ids, locale: language })
  return (
    <div className={css.keep}>
      <p>
        <a className={css.link} href={pathTo(downloadPassPath, ids)}>
          {t('foyer.pass-order.pdf')}
        </a>
      </p>
      {pass.validTo != null && (
        <p>
          <span className="soft small">{t('show-event.add-to-calendar')}:</span>
          <a className={css.link} href={`${calendar}?type=google`} target="_blank" rel="noopener">
            Google<span className="unseen"> ({t('link.new-tab')})</span>
          </a>
          <a className={css.link} href={calendar}>
            iCalendar
          </a>
        </p>
      )}
    </div>
  )
}

/** The pass is theirs all the same when these can't be read. */
function Events({ id }: { readonly id: string }) {
  const t = useT()
  const { place } = useOpenReservation()
  const { data: events } = useQuery(eventsOfPassQuery(place.publicIdentifier))
  if (events === undefined) return null
  return (
    <Section title={t('foyer.pass.events.title')} id="events">
      {events.length === 0 ? <p>{t('foyer.pass.events.none')}</p> : <EventRows events={events} pass={id} />}
    </Section>
  )
}

/** The wallets that take this pass; and a notice for a visitor who comes back because one could not be reached. */
export function PassWallets({ pass: { walletConfiguration } }: { readonly pass: SubscriptionInfo }) {
  const t = useT()
  const [search] = useSearchParams()
  const { place } = useOpenReservation()
  const ids = { id: place.publicIdentifier, reservationId: place.reservationId }
  const links = passLinksOfWallets(ids, walletConfiguration)
  if (links.length === 0) return null
  return (
    <div className={css.keep}>
      {search.get(UNREACHABLE_WALLET.name) === UNREACHABLE_WALLET.value && (
        <Notice tone="warn">{t('foyer.wallet.pass-unreachable')}</Notice>
      )}
      <p>
        {links.map(({ textKey, ...link }) => (
          <a key={textKey} className={css.link} {...link}>
            {t(textKey)}
          </a>
        ))}
      </p>
    </div>
  )
}
