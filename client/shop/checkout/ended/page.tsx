import { ButtonAnchor, ButtonLink } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Page as Sheet, PageTitle, Section, useTabTitle } from '#client/kit/page/page.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { contextAddress, useFrame } from '../frame/open-reservation.ts'
import { NoSuchOrder } from '../frame/no-such-order.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { ReturnedMoney } from '../order/returned-money.tsx'
import { Money } from '#client/kit/price/price.tsx'
import { orderDocumentPath } from '#contract/order-paths.ts'
import { pathTo } from '#contract/paths.ts'
import css from './ended.module.css'

/** An order that has ended: what it was, when and by whom it ended, what goes back, and its documents. */
export function Page() {
  const { place, context, end } = useFrame()
  return end ? <Ended end={end} /> : <NoSuchOrder place={place} context={context} />
}

function Ended({ end }: { readonly end: OrderEnd }) {
  const { t, language } = useLanguage()
  const { place, context } = useFrame()
  useTabTitle(`${t(`foyer.ended.${end.cause}`)} · ${inLanguage(context.title, language)}`)
  return (
    <Sheet narrow>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle quiet>{t(`foyer.ended.${end.cause}`)}</PageTitle>
          <How end={end} />
        </div>
        <Card>
          <EndedFacts end={end} />
        </Card>
        <MoneyBack end={end} />
        {end.documents.length > 0 && (
          <Section title={t('foyer.ended.documents')}>
            <EndedDocuments end={end} />
          </Section>
        )}
        <Questions end={end} />
        <p>
          <ButtonLink tone="quiet" to={contextAddress(place)}>
            {t('foyer.to-event')}
          </ButtonLink>
        </p>
      </div>
    </Sheet>
  )
}

/** Where the words for an organiser are not right. */
const BY_SHOP: Partial<Record<OrderEnd['cause'], string>> = { CANCELLED: 'foyer.ended.by-shop' }

/** By whom, and when, where that is kept. */
function How({ end: { cause, endedBy, endedAt, organizationName, timeZone } }: { readonly end: OrderEnd }) {
  const { t } = useLanguage()
  const dates = useDates(timeZone)
  const byShop = endedBy === 'SHOP' ? BY_SHOP[cause] : undefined
  return (
    <p>
      {t(byShop ?? `foyer.ended.${cause}.text`, organizationName)}
      {endedAt !== null && ` ${t('foyer.ended.on', dates.moment(endedAt))}`}
    </p>
  )
}

function Questions({ end: { organizationName, organizationEmail } }: { readonly end: OrderEnd }) {
  const t = useT()
  return (
    <p className="soft">
      {t('foyer.ended.questions')}{' '}
      <a href={`mailto:${organizationEmail}`}>
        <bdi>{organizationName}</bdi>
      </a>
    </p>
  )
}

type OfEnd = { readonly end: OrderEnd }

/** What goes back or went back, by which way and until when; nothing is said of an order that cost nothing. */
function MoneyBack({ end }: OfEnd) {
  const { t, language } = useLanguage()
  const { currency, paid, returned, byOrganizer, byOrganizerUntil, isPaymentOpen, organizationName, timeZone } = end
  const isPaid = Number(paid) > 0 || byOrganizer !== null
  if (currency === null || (!isPaid && returned.length === 0 && !isPaymentOpen && !isUnpaid(end))) return null
  const shown = (amount: string) => formatAmount(amount, currency, language)
  return (
    <Section title={t('foyer.ended.money')}>
      <div className={css.money}>
        <ReturnedMoney of={{ ...end, currency }} />
        {byOrganizer !== null && (
          <Notice>
            {t('foyer.ended.by-organizer', organizationName, shown(byOrganizer))}
            {byOrganizerUntil !== null &&
              ` ${t('foyer.ended.by-organizer.until', datesIn(language, timeZone).day(byOrganizerUntil))}`}
          </Notice>
        )}
        {isPaymentOpen && <Notice>{t('foyer.ended.payment-open')}</Notice>}
        {isUnpaid(end) && !isPaymentOpen && <p>{t('foyer.ended.nothing-paid')}</p>}
        {isPaid && returned.length === 0 && byOrganizer === null && (
          <p>{t('foyer.ended.not-returned', shown(paid), organizationName)}</p>
        )}
      </div>
    </Section>
  )
}

/** Of an order that was never paid, its buyer reads that no money moved. */
const isUnpaid = ({ cause, paid }: OrderEnd): boolean => BEFORE_PAYMENT[cause] === true && Number(paid) === 0

const BEFORE_PAYMENT: Partial<Record<OrderEnd['cause'], true>> = { EXPIRED: true, LAPSED: true, DISCARDED: true }

/** What the order was for, and what it cost. */
function EndedFacts({ end: { shortId, content, currency, total } }: { readonly end: OrderEnd }) {
  const { t, language } = useLanguage()
  const { title } = useFrame().context
  return (
    <dl className={css.facts}>
      <div className={css.whole}>
        <dt>{t('foyer.ended.what')}</dt>
        <dd dir="auto" lang={otherLanguage(title, language)}>
          {inLanguage(title, language)}
        </dd>
        {content.map(({ name, quantity }) => (
          <dd key={JSON.stringify(name)} className={css.line}>
            {quantity} × <bdi>{inLanguage(name, language)}</bdi>
          </dd>
        ))}
      </div>
      <div>
        <dt>{t('foyer.ended.order')}</dt>
        <dd>{shortId}</dd>
      </div>
      {currency !== null && (
        <div>
          <dt>{t('foyer.ended.total')}</dt>
          <dd>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Receipt, or invoice and credit notes, as files to keep. */
function EndedDocuments({ end: { documents } }: { readonly end: OrderEnd }) {
  const t = useT()
  const { reservationId } = useFrame().place
  return (
    <ul className={css.documents}>
      {documents.map(({ id, type, number }) => (
        <li key={id}>
          <ButtonAnchor tone="quiet" href={pathTo(orderDocumentPath, { reservationId, documentId: id })}>
            {number === null ? t(`foyer.ended.document.${type}`) : `${t(`foyer.ended.document.${type}`)} ${number}`}
          </ButtonAnchor>
        </li>
      ))}
    </ul>
  )
}
