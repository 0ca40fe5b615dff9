import { type FormEvent, Suspense, lazy, useEffect, useState } from 'react'
import { lazyPart } from '#client/frame/routing/lazy-part.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { Beside, Page as Sheet, PageTitle, ThumbBar } from '#client/kit/page/page.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { useT } from '#client/language/language-context.ts'
import { type OpenReservation, useOpenReservation } from '../frame/open-reservation.ts'
import { HoldBanner, useHold } from '../hold/hold-banner.tsx'
import { OrderCard, OrderTotal, TicketCount } from '../order/order-card.tsx'
import { OrderLine } from '../order/order-line.tsx'
import { OrderSteps, useStepTitle } from '../order/order-steps.tsx'
import { Attendees } from './attendees.tsx'
import { BuyerAccountSlot, ContactFields, EarlierDetails, Invoice } from './buyer-fields.tsx'
import type { Finish } from './finish.ts'
import { useOpenCards } from './open-cards.ts'
import { useBookingForm } from './use-booking-form.ts'
import { type Submission, useSubmission } from './use-submission.ts'
import type * as LateParts from './later.ts'
import css from './book.module.css'

// What comes up after the first press only: fetched once the page can be used.
const later = () => import('./later.ts')
const WarningDialog = lazy(async () => ({ default: (await later()).WarningDialog }))
const ExpiredDialog = lazy(async () => ({ default: (await later()).ExpiredDialog }))
const ReleaseOrder = lazy(async () => ({ default: (await later()).ReleaseOrder }))

const FORM_ID = 'details'
const EXPIRED_ID = 'expired-reason'

/** Orders of passes alone need it. */
const { Component: PassOwner } = lazyPart(async () => (await import('./pass-owner.tsx')).PassOwner)

const { load: loadFreeOrder, Component: FreeOrder } = lazyPart(async () => (await import('./free-order.tsx')).FreeOrder)
// It has the parts of the overview, which is next where something is to be paid.
if (!import.meta.env.SSR) void loadFreeOrder().catch(() => undefined)

/** The second step: who orders, and who is coming, or whose the pass is going to be; of a free order the last one. */
export function Page() {
  const open = useOpenReservation()
  const hold = useHold()
  // All parts of the page come together: none moves another.
  return (
    <Suspense fallback={<PageShape />}>
      {isFinishedHere(open) ? (
        <FreeOrder isOver={hold.isOver}>{finish => <Details hold={hold} finish={finish} />}</FreeOrder>
      ) : (
        <Details hold={hold} />
      )}
    </Suspense>
  )
}

/** Nothing is to be paid, and no pass pays, which the buyer chooses on the overview. */
function isFinishedHere({ reservation: { orderSummary } }: OpenReservation): boolean {
  const isPassUsed = orderSummary.summary.some(({ type }) => type === 'APPLIED_SUBSCRIPTION')
  return orderSummary.free && !isPassUsed && !new URLSearchParams(location.search).has('subscription')
}

type DetailsProps = { readonly hold: ReturnType<typeof useHold>; readonly finish?: Finish }

function Details({ hold, finish }: DetailsProps) {
  const t = useT()
  const form = useBookingForm()
  const submission = useSubmission(form, loadLateParts, finish)
  const cards = useOpenCards(form, submission)
  const [isReleasing, setIsReleasing] = useState(false)
  const title = t('reservation-page.your-details')
  useStepTitle(title)
  useEffect(() => void loadLateParts(), [])
  const Refusals = lateParts()?.Refusals
  const submit = (attempt: FormEvent) => {
    attempt.preventDefault()
    if (!hold.isOver) void submission.send()
  }
  const go = { isFinish: finish !== undefined, isSending: submission.isSending, isOver: hold.isOver }
  return (
    <>
      <Sheet>
        <OrderSteps current="details" isBusy={finish !== undefined && submission.isSending} />
        <OrderLine />
        <Beside asideLabel={t('foyer.order.summary')} aside={<OrderCard />}>
          <form id={FORM_ID} className={css.form} noValidate onSubmit={submit}>
            <PageTitle quiet>{title}</PageTitle>
            <HoldBanner onOver={hold.reportOver} />
            {submission.refusal && Refusals ? <Refusals {...{ form, submission, cards, finish }} /> : null}
            <WhoOrders form={form} submission={submission} />
            <Invoice form={form} submission={submission} />
            <ForWhom form={form} submission={submission} cards={cards} />
            {finish?.consent}
            {hold.isOver && (
              <p id={EXPIRED_ID} className={css.reason}>
                {t('error.STEP_2_ORDER_HAS_EXPIRED')}
              </p>
            )}
            <div className={css.actions}>
              <TextButton onClick={() => setIsReleasing(true)}>{t('foyer.hold.give-back')}</TextButton>
              <span className={css.wideOnly}>
                <ContinueButton {...go} />
              </span>
            </div>
          </form>
        </Beside>
        <PhoneBar {...go} />
      </Sheet>
      <Questions submission={submission} hold={hold} isReleasing={isReleasing} onKeep={() => setIsReleasing(false)} />
    </>
  )
}

/** What is known of the buyer already, and what is not. */
function WhoOrders({ form, submission }: Parameters<typeof ContactFields>[0]) {
  const t = useT()
  return (
    <>
      <BuyerAccountSlot form={form} />
      <EarlierDetails form={form} />
      <p className="soft">{t('foyer.form.needed-unless-optional')}</p>
      <ContactFields form={form} submission={submission} />
    </>
  )
}

type ForWhomProps = Parameters<typeof Attendees>[0]

/** Who is coming, or whose the pass is going to be. */
function ForWhom(props: ForWhomProps) {
  const [pass] = useOpenReservation().reservation.subscriptionInfos ?? []
  if (!pass) return <Attendees {...props} />
  const { form, submission } = props
  return <PassOwner pass={pass} form={form} submission={submission} />
}

type QuestionsProps = {
  readonly submission: Submission
  readonly hold: ReturnType<typeof useHold>
  readonly isReleasing: boolean
  readonly onKeep: () => void
}

/** The dialogs: what the server wondered about, whether to give the tickets back, and that the time is over. */
function Questions({ submission, hold, isReleasing, onKeep }: QuestionsProps) {
  const wasReleasing = useOnce(isReleasing)
  const wasWarned = useOnce(submission.warnings.length > 0)
  const wasOver = useOnce(hold.isOver)
  return (
    <Suspense>
      {wasWarned ? <WarningDialog submission={submission} /> : null}
      {wasOver ? <ExpiredDialog isOpen={hold.isOver} /> : null}
      {wasReleasing ? <ReleaseOrder isOpen={isReleasing && !hold.isOver} onClose={onKeep} /> : null}
    </Suspense>
  )
}

/** Has it ever been so? A dialog that was there stays, closed, so that it can give the focus back. */
function useOnce(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo
}

/** On a phone: the sum, and the way on. */
function PhoneBar(go: ContinueButtonProps) {
  return (
    <ThumbBar action={<ContinueButton {...go} isAtThumb />}>
      <strong>
        <OrderTotal />
      </strong>
      <div className="soft small">
        <TicketCount />
      </div>
    </ThumbBar>
  )
}

type ContinueButtonProps = {
  /** It ends the order; otherwise the overview is next. */
  readonly isFinish: boolean
  readonly isSending: boolean
  readonly isOver: boolean
  readonly isAtThumb?: boolean
}

/** Blocked with the reason when the time is up. */
function ContinueButton({ isFinish, isSending, isOver, isAtThumb = false }: ContinueButtonProps) {
  const t = useT()
  const { free } = useOpenReservation().reservation.orderSummary
  const next = isAtThumb || free ? 'reservation-page.continue' : 'foyer.book.to-payment'
  return (
    <Button type="submit" form={FORM_ID} busy={isSending} blockedBecauseOf={isOver ? EXPIRED_ID : undefined}>
      {t(isFinish ? 'foyer.overview.get-free' : next)}
    </Button>
  )
}

/** What the page shows only after a press, in a bundle of its own. */
type Parts = typeof LateParts

let parts: Parts | undefined

/** Loads the parts, once; without them the page shows each problem at its field only. */
export async function loadLateParts(): Promise<void> {
  parts ??= await import('./later.ts').catch(() => undefined)
}

/**
 * The parts, once they are loaded. They are shown from here and not suspended: a summary that appears a moment after
 * the refusal would take the focus from a buyer who has begun to type.
 */
export const lateParts = (): Parts | undefined => parts
