import { POLLS_BEFORE_WARNING, POLLS_PER_FORCED_CHECK, PROCESSING_POLL_MS } from '#contract/limits.ts'
import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Button, ButtonAnchor, TextButton } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { Beside, Page as Sheet, PageTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { discardPaymentPath, forceCheckPath } from '#contract/order-paths.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { OrderCard } from '../order/order-card.tsx'
import { OrderSteps, useStepTitle } from '../order/order-steps.tsx'
import { usePolling } from '../order/use-polling.ts'
import css from './processing.module.css'

/** The payment is with its provider: we look every two seconds, and the buyer may have the provider asked. */
export function Page() {
  const t = useT()
  const { reservation, refresh } = useOpenReservation()
  const [polls, setPolls] = useState(0)
  const { isAsking, checkedAt, ask } = useForceCheck(polls)
  const { offersForceCheck, warns } = patienceAfter(polls, checkedAt)
  usePolling(async () => {
    await refresh()
    setPolls(count => count + 1)
  }, PROCESSING_POLL_MS)
  const title = t('reservation.payment-in-progress')
  useStepTitle(title)
  return (
    <Sheet>
      <OrderSteps current="payment" isBusy />
      <Beside asideLabel={t('foyer.order.summary')} aside={<OrderCard />}>
        <div className={css.message}>
          <PageTitle quiet>{title}</PageTitle>
          <p>{t('foyer.processing.text')}</p>
          <p className="soft">{t('foyer.processing.leave')}</p>
          <p className="soft">{t('foyer.order.reference', reservation.shortId)}</p>
          <div role="status" className={css.message}>
            {warns && <Notice tone="warn">{t('reservation.payment-processing.warning.message')}</Notice>}
            {offersForceCheck && (
              <Notice
                action={
                  <Button tone="quiet" busy={isAsking} onClick={() => void ask()}>
                    {t('reservation.payment-processing.force-check')}
                  </Button>
                }
              >
                {t('reservation.payment-processing.delay.message')}
              </Notice>
            )}
          </div>
          {reservation.paymentPage !== null && (
            <p>
              {/* In place of the whole page: payment pages refuse to be shown in a frame. */}
              <ButtonAnchor tone="quiet" href={reservation.paymentPage} target="_top">
                {t('foyer.payment.go-on')}
              </ButtonAnchor>
            </p>
          )}
          <OtherWay />
        </div>
      </Beside>
    </Sheet>
  )
}

/** Gives the payment up, as long as its provider has not taken the money, so that another way can be chosen. */
function OtherWay() {
  const { t } = useLanguage()
  const toast = useToast()
  const { place, refresh } = useOpenReservation()
  const [isAsking, setIsAsking] = useState(false)
  const giveUp = async () => {
    setIsAsking(true)
    const { reservationId } = place
    const answer = await server().call('DELETE', discardPaymentPath, { params: { reservationId } })
    setIsAsking(false)
    if (answer.kind !== 'done') for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    else if (!answer.value) toast(t('foyer.payment.still-possible'), 'bad')
    await refresh()
  }
  return (
    <p>
      <TextButton busy={isAsking} onClick={() => void giveUp()}>
        {t('foyer.payment.another-way')}
      </TextButton>
    </p>
  )
}

/** Has the provider asked now. A provider that can't be asked is no failure: our own looking goes on. */
function useForceCheck(polls: number) {
  const { t } = useLanguage()
  const toast = useToast()
  const { place, refresh } = useOpenReservation()
  const [isAsking, setIsAsking] = useState(false)
  const [checkedAt, setCheckedAt] = useState(0)
  const ask = async () => {
    setIsAsking(true)
    const answer = await server().call('GET', forceCheckPath, { params: { reservationId: place.reservationId } })
    setIsAsking(false)
    setCheckedAt(polls)
    if (answer.kind === 'done' && answer.value.redirect && answer.value.redirectUrl !== null) {
      location.assign(answer.value.redirectUrl)
      return
    }
    if (answer.kind !== 'done' && answer.kind !== 'missing') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    }
    await refresh()
  }
  return { isAsking, checkedAt, ask }
}

/** What the processing page says after so many looks at the status: wait, offer to ask the provider, warn. */
export type Patience = { readonly offersForceCheck: boolean; readonly warns: boolean }

/**
 * From the tenth look on the buyer may have the provider asked now; a check hides the offer until the next tenth. After
 * 120 looks a warning says that it takes unusually long (specification, booking 9).
 */
export function patienceAfter(polls: number, pollsAtLastCheck: number): Patience {
  const nextOffer =
    Math.floor(pollsAtLastCheck / POLLS_PER_FORCED_CHECK) * POLLS_PER_FORCED_CHECK + POLLS_PER_FORCED_CHECK
  return { offersForceCheck: polls >= nextOffer, warns: polls > POLLS_BEFORE_WARNING }
}
