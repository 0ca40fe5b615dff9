import { useEffect } from 'react'
import { Button, ButtonRow, TextButton } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Beside, Page as Sheet, PageTitle, Section, ThumbBar } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { keepLeftover } from '../details/booking-draft.ts'
import { storedValues, ticketsOf } from '../details/booking-values.ts'
import { wantsOwnDocument } from '#client/shop/payment/methods/forms.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { ExpiredDialog } from '../hold/expired-dialog.tsx'
import { HoldBanner, useHold } from '../hold/hold-banner.tsx'
import { OrderCard, TicketCount } from '../order/order-card.tsx'
import { OrderLine } from '../order/order-line.tsx'
import { OrderSteps, useStepTitle } from '../order/order-steps.tsx'
import { TaxNote } from '../order/tax-note.tsx'
import { PassBox } from '../pass/pass-box.tsx'
import {
  AtTop,
  Consent,
  MISSING_TEXT,
  Missing,
  PayButton,
  Refused,
  refusalOfPayment,
  useAttempt,
} from '../confirm/attempt.tsx'
import { DetailsReview, useIsInvoiceOffered } from './details-review.tsx'
import type { Refusal } from '../confirm/refusal.ts'
import { useConfirmation } from '../confirm/use-confirmation.ts'
import { Payment } from './payment.tsx'
import { type OverviewChoice, useOverviewChoice } from '../confirm/use-overview-choice.ts'
import { type WayBack, useWayBack } from './use-way-back.ts'
import css from './overview.module.css'

const FORM_ID = 'payment'
const REASON_ID = 'missing'

/** The third step: check, choose how to pay, agree, confirm. */
export function Page() {
  const t = useT()
  const { free } = useOpenReservation().reservation.orderSummary
  const hold = useHold()
  const choice = useOverviewChoice(hold.isOver)
  const confirmation = useConfirmation()
  const back = useWayBack(hold.isOver)
  const { attempted, submit, errorFor } = useAttempt(choice, confirmation)
  const notPaid = free ? undefined : refusalOfPayment(confirmation)
  const title = t(free ? 'foyer.overview.title.free' : 'foyer.overview.title')
  useStepTitle(title)
  useKeptLeftover()
  useOwnDocument()
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
        <OrderLine />
        <Beside asideLabel={t('foyer.order.summary')} aside={<Order />}>
          <form id={FORM_ID} className={css.form} noValidate onSubmit={submit}>
            <PageTitle quiet>{title}</PageTitle>
            <HoldBanner onOver={hold.reportOver} />
            <LastRefusal isHidden={confirmation.isSending || confirmation.refusal !== undefined} />
            <AtTop refusal={confirmation.refusal} notPaid={notPaid}>
              <Missing attempted={attempted} missing={choice.missing} />
            </AtTop>
            <Section title={t('reservation-page.your-details')} id="details">
              <DetailsReview />
              <Changes back={back} />
            </Section>
            {!free && <PaymentPart choice={choice} errorFor={errorFor} refusal={notPaid} />}
            <Consent choice={choice} errorFor={errorFor} />
            {choice.captcha.widget}
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
        <ThumbBar action={<PayButton {...pay} wide />}>
          <span className="soft small">{choice.missing[0] ? t(MISSING_TEXT[choice.missing[0]]) : <TicketCount />}</span>
        </ThumbBar>
      </Sheet>
      <ExpiredDialog isOpen={hold.isOver && !confirmation.isSending} />
    </>
  )
}

type PaymentPartProps = Pick<ReturnType<typeof useAttempt>, 'errorFor'> & {
  readonly choice: OverviewChoice
  readonly refusal: Refusal | undefined
}

/** How it is paid, and why it was not. */
function PaymentPart({ choice, errorFor, refusal }: PaymentPartProps) {
  return (
    <div className={css.part}>
      <Payment choice={choice} error={errorFor('method')} formError={errorFor('form')}>
        {refusal && <Refused refusal={refusal} />}
      </Payment>
    </div>
  )
}

/** Why the last payment was not made, for a buyer who comes back from where it was to be made. */
function LastRefusal({ isHidden }: { readonly isHidden: boolean }) {
  const t = useT()
  const { paymentRefusal } = useOpenReservation().reservation
  if (paymentRefusal === null || isHidden) return null
  return (
    <div role="alert">
      <Notice tone="warn">
        {t(paymentRefusal)} {t('foyer.payment.nothing-lost')}
      </Notice>
    </div>
  )
}

/** A buyer who comes here by the browser's history, for example, has the policy of the page before. */
function useOwnDocument(): void {
  const { place, reservation } = useOpenReservation()
  useEffect(() => {
    if (wantsOwnDocument(reservation, reservationAddress(place, 'overview'))) location.reload()
  }, [place, reservation])
}

function Order() {
  return (
    <OrderCard>
      <TaxNote />
      <PassBox />
    </OrderCard>
  )
}

/** What of the details can still be changed; an invoice can be asked for here, too. */
function Changes({ back }: { readonly back: WayBack }) {
  const t = useT()
  const { invoiceRequested } = useOpenReservation().reservation
  const isInvoiceOffered = useIsInvoiceOffered()
  return (
    <p className={css.changes}>
      <TextButton busy={back.isLeaving} onClick={() => void back.leave()}>
        {t('foyer.overview.change')}
      </TextButton>
      {isInvoiceOffered && (
        <TextButton busy={back.isLeaving} onClick={() => void back.leaveForInvoice()}>
          {t(invoiceRequested ? 'foyer.overview.change-invoice' : 'reservation-page.request-invoice')}
        </TextButton>
      )}
    </p>
  )
}

/** Should the time run out here, the details can be offered again for the next order. */
function useKeptLeftover(): void {
  const open = useOpenReservation()
  const { language } = useLanguage()
  useEffect(() => {
    const ids = ticketsOf(open).map(ticket => ticket.uuid)
    keepLeftover(tabStorage, open.place, storedValues(open, language), ids)
  }, [open, language])
}
