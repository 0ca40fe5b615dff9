import { type FormEvent, useEffect, useState } from 'react'
import { Button, ButtonRow, TextButton } from '#client/kit/button/button.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Beside, Page as Sheet, Section, ThumbBar } from '#client/kit/page/page.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/language/texts.ts'
import { keepLeftover } from '../book/booking-draft.ts'
import { storedValues, ticketsOf } from '../book/stored-details.ts'
import { type OpenReservation, useOpenReservation } from '../frame/open-reservation.ts'
import { ExpiredDialog } from '../hold/expired-dialog.tsx'
import { HoldBanner } from '../hold/hold-banner.tsx'
import { useHold } from '../hold/use-hold.ts'
import { OrderCard, TicketCount } from '../order/order-card.tsx'
import { OrderSteps } from '../order/order-steps.tsx'
import { Consent } from './consent.tsx'
import { DetailsReview } from './details-review.tsx'
import type { Obstacle } from './obstacles.ts'
import css from './overview.module.css'
import { PayButton } from './pay-button.tsx'
import { Payment } from './payment.tsx'
import { toPaymentForm } from './payment-options.ts'
import { type Confirmation, useConfirmation } from './use-confirmation.ts'
import { type OverviewChoice, useOverviewChoice } from './use-overview-choice.ts'
import { useWayBack } from './use-way-back.ts'

const FORM_ID = 'payment'
const REASON_ID = 'missing'

const MISSING_TEXT: Record<Obstacle, string> = {
  expired: 'error.STEP_2_ORDER_HAS_EXPIRED',
  method: 'error.STEP_2_MISSING_PAYMENT_METHOD',
  privacy: 'foyer.overview.privacy-needed',
  terms: 'foyer.overview.terms-needed',
}

/** The third step: check, choose how to pay, agree, confirm. */
export function Page() {
  const t = useT()
  const { free } = useOpenReservation().reservation.orderSummary
  const hold = useHold()
  const choice = useOverviewChoice(hold.isOver)
  const confirmation = useConfirmation()
  const back = useWayBack(hold.isOver)
  const { attempted, submit, errorFor } = useAttempt(choice, confirmation)
  const title = t(free ? 'foyer.overview.title.free' : 'foyer.overview.title')
  useTitleAndLeftover(title)
  const pay = {
    form: FORM_ID,
    option: choice.option,
    isSending: confirmation.isSending,
    blockedBecauseOf: choice.missing.length > 0 ? REASON_ID : undefined,
  }
  return (
    <>
      <Sheet>
        <OrderSteps current="payment" isBusy={confirmation.isSending} />
        <Beside asideLabel={t('foyer.order.summary')} aside={<OrderCard />}>
          <form id={FORM_ID} className={css.form} noValidate onSubmit={submit}>
            <PageTitle quiet>{title}</PageTitle>
            <HoldBanner onOver={hold.tellOver} />
            <Refusals confirmation={confirmation} attempted={attempted} missing={choice.missing} />
            <Section title={t('reservation-page.your-details')} id="details">
              <DetailsReview />
              <TextButton busy={back.isLeaving} onClick={() => void back.leave()}>
                {t('foyer.overview.change')}
              </TextButton>
            </Section>
            {!free && (
              <div className={css.part}>
                <Payment choice={choice} error={errorFor('method')} />
              </div>
            )}
            <Consent choice={choice} errorFor={errorFor} />
            <p id={REASON_ID} className={css.missing}>
              {choice.missing[0] && t(MISSING_TEXT[choice.missing[0]])}
            </p>
            <ButtonRow>
              <Button tone="quiet" busy={back.isLeaving} onClick={() => void back.leave()}>
                {t(hold.isOver ? 'reservation-page-complete.cancel' : 'common.back')}
              </Button>
              <span className={css.wideOnly}>
                <PayButton {...pay} />
              </span>
            </ButtonRow>
          </form>
        </Beside>
      </Sheet>
      <ThumbBar action={<PayButton {...pay} wide />}>
        <span className="soft small">{choice.missing[0] ? t(MISSING_TEXT[choice.missing[0]]) : <TicketCount />}</span>
      </ThumbBar>
      <ExpiredDialog isOpen={hold.isOver && !confirmation.isSending} />
    </>
  )
}

/** Sends when nothing is missing; otherwise shows each missing thing where it is, and all of them at the top. */
function useAttempt(choice: OverviewChoice, confirmation: Confirmation) {
  const t = useT()
  const [attempted, setAttempted] = useState<{ readonly missing: readonly Obstacle[] }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice.missing.length > 0) return setAttempted({ missing: choice.missing })
    setAttempted(undefined)
    const privacy = choice.needsPrivacy ? choice.privacy : null
    void confirmation.send(toPaymentForm(choice.option, { terms: choice.terms, privacy }))
  }
  const errorFor = (obstacle: Obstacle) =>
    attempted?.missing.includes(obstacle) && choice.missing.includes(obstacle) ? t(MISSING_TEXT[obstacle]) : undefined
  return { attempted, submit, errorFor }
}

type RefusalsProps = {
  readonly confirmation: Confirmation
  readonly attempted: { readonly missing: readonly Obstacle[] } | undefined
  readonly missing: readonly Obstacle[]
}

function Refusals({ confirmation: { problems }, attempted, missing }: RefusalsProps) {
  const t = useT()
  const title = t('foyer.book.check')
  if (problems) {
    return (
      <ErrorSummary
        title={title}
        entries={problems.map(({ code, args }) => ({ text: t(code, ...args) }))}
        occasion={problems}
      />
    )
  }
  const open = attempted?.missing.filter(obstacle => missing.includes(obstacle)) ?? []
  const entries = open.map(obstacle => ({
    text: t(MISSING_TEXT[obstacle]),
    ...(obstacle === 'expired' ? {} : { target: obstacle }),
  }))
  return <ErrorSummary title={title} entries={entries} occasion={attempted} />
}

/** Names the tab; and should the time run out here, the details can be offered again for the next order. */
function useTitleAndLeftover(title: string): void {
  const open: OpenReservation = useOpenReservation()
  const { language } = useLanguage()
  useTabTitle(`${title} · ${inLanguage(open.event.title, language)}`)
  useEffect(() => {
    keepLeftover(
      sessionStorage,
      open.place,
      storedValues(open, language),
      ticketsOf(open).map(ticket => ticket.uuid),
    )
  }, [open, language])
}
