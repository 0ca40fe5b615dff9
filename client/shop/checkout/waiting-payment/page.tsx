import { FINALIZING_POLL_MS } from '#contract/limits.ts'
import { has } from '#domain/order/reservation/states.ts'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Beside, Loading, Page as Sheet, PageTitle, Section, Shape } from '#client/kit/page/page.tsx'
import { RichText, asPlainText } from '#client/kit/rich-text/rich-text.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { OrderCard } from '../order/order-card.tsx'
import { OrderSteps, useStepTitle } from '../order/order-steps.tsx'
import { TaxNote } from '../order/tax-note.tsx'
import { useOrderDone, usePolling } from '../order/use-polling.ts'
import { BankApp, Invoice, TransferTable, WhatFollows } from './how-to-transfer.tsx'
import { useEffect, useState } from 'react'
import { shopNow } from '#client/frame/calls/session.ts'
import css from './waiting.module.css'

/** The organiser confirms by hand or a bank feed does, so a look now and then is enough. */
const WAITING_POLL_MILLISECONDS = 30_000

/** The tickets are held until the transfer arrives: what to transfer, where, and what happens then. */
export function Page() {
  const t = useT()
  const { reservation, refresh } = useOpenReservation()
  const isFinalizing = has(reservation, 'isFinalizing')
  usePolling(refresh, isFinalizing ? FINALIZING_POLL_MS : WAITING_POLL_MILLISECONDS)
  useOrderDone()
  const title = t('reservation-page-waiting.header.title')
  useStepTitle(title)
  return (
    <Sheet>
      {/* Nothing is done before the money is there. */}
      <OrderSteps current="payment" isBusy={isFinalizing} />
      <Beside asideLabel={t('foyer.order.summary')} aside={<Order />}>
        <div className={css.head}>
          <PageTitle quiet>{title}</PageTitle>
          {isFinalizing ? <Preparing /> : <Deadline />}
        </div>
        {!isFinalizing && <Instructions />}
      </Beside>
    </Sheet>
  )
}

function Order() {
  return (
    <OrderCard>
      <TaxNote />
    </OrderCard>
  )
}

function Preparing() {
  const t = useT()
  return (
    <>
      <div role="status">
        <Notice>{t('foyer.transfer.making')}</Notice>
      </div>
      <Loading>
        <Shape height="14rem" round />
      </Loading>
    </>
  )
}

/** Until when, in the event's own time and the visitor's words; shown at once when that ends while the page is open. */
function Deadline() {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const isOverdue = useOverdue(reservation.validity)
  const until = datesIn(language, context.timeZone).day(reservation.validity)
  return (
    <>
      <div role="status">
        {isOverdue && (
          <Notice tone="warn">
            <strong>{t('foyer.transfer.overdue.title')}</strong>
            <p>{t('foyer.transfer.overdue', until)}</p>
          </Notice>
        )}
      </div>
      {!isOverdue && (
        <p className={css.lead}>
          <RichText html={t('reservation-page-waiting.title', asPlainText(until))} />
        </p>
      )}
      <p className="soft">{t('foyer.order.reference', reservation.shortId)}</p>
    </>
  )
}

function Instructions() {
  const t = useT()
  return (
    <>
      <Section title={t('foyer.transfer.details')} id="transfer">
        <div className={css.transfer}>
          <TransferTable />
          <BankApp />
        </div>
        <Invoice />
      </Section>
      <WhatFollows />
    </>
  )
}

const CHECK_MILLISECONDS = 15_000

/** Is this moment over, by the shop's clock? Becomes true while the page is open, too. */
export function useOverdue(deadline: number): boolean {
  const [isOver, setOver] = useState(() => deadline <= shopNow())
  useEffect(() => {
    const check = () => setOver(deadline <= shopNow())
    check()
    const timer = setInterval(check, CHECK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [deadline])
  return isOver
}
