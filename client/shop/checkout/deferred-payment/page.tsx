import { ButtonLink } from '#client/kit/button/button.tsx'
import { Beside, Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { RichText } from '#client/kit/rich-text/rich-text.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { OrderCard } from '../order/order-card.tsx'
import { OrderSteps } from '../order/order-steps.tsx'
import { useOrderDone, usePolling } from '../order/use-polling.ts'
import css from './deferred.module.css'

const POLL_MILLISECONDS = 30_000

/** The order is placed; how to pay comes from the organiser later. */
export function Page() {
  const { t, language } = useLanguage()
  const { place, context, reservation, refresh } = useOpenReservation()
  usePolling(refresh, POLL_MILLISECONDS)
  useOrderDone()
  useTabTitle(t('reservation-page-complete.header.title', inLanguage(context.title, language)))
  return (
    <Sheet>
      <OrderSteps current="done" />
      <Beside asideLabel={t('foyer.order.summary')} aside={<OrderCard />}>
        <div className={css.message}>
          <PageTitle quiet>
            <RichText html={t('reservation-page.offline.deferred.success.title')} />
          </PageTitle>
          <p className={css.lead}>{t('reservation-page.offline.deferred.success.message')}</p>
          <p className="soft">{t('foyer.order.reference', reservation.shortId)}</p>
          <p>
            <ButtonLink tone="quiet" to={contextAddress(place)}>
              {t('foyer.to-event')}
            </ButtonLink>
          </p>
        </div>
      </Beside>
    </Sheet>
  )
}
