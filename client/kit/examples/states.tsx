import { TextButton } from '../button/button.tsx'
import type { Example, Examples } from '../example.ts'
import { Blank, Notice } from '../notice/notice.tsx'
import { Loading, Shape, TextShape } from '../page/page.tsx'
import { Countdown } from '../countdown/countdown.tsx'
import { Money } from '../price/price.tsx'
import { OrderSummary, Progress } from '../order-summary/order-summary.tsx'

const noticeExamples: readonly Example[] = [
  { name: 'plain', element: <Notice>The tickets go to this address.</Notice> },
  { name: 'good', element: <Notice tone="good">Your order is complete.</Notice> },
  {
    name: 'warn',
    element: (
      <Notice tone="warn" action={<TextButton>Try again</TextButton>}>
        The connection did not hold.
      </Notice>
    ),
  },
  { name: 'bad', element: <Notice tone="bad">This could not be paid.</Notice> },
  {
    name: 'nothing to show',
    element: (
      <Blank title={<h2>No events at the moment</h2>}>
        <p>Please look in again soon.</p>
      </Blank>
    ),
  },
]

const skeletonExamples: readonly Example[] = [
  {
    name: 'heading and text',
    element: (
      <Loading>
        <Shape width="14rem" height="2.5rem" round />
        <TextShape lines={3} />
      </Loading>
    ),
  },
]

const minutes = (count: number) => Date.now() + count * 60_000
const wayOut = <TextButton>I need more time</TextButton>

const countdownExamples: readonly Example[] = [
  {
    name: 'calm',
    element: (
      <Countdown endsAt={minutes(25)} onOver={() => {}}>
        {wayOut}
      </Countdown>
    ),
  },
  {
    name: 'days away',
    element: (
      <Countdown endsAt={minutes(3000)} endText="Monday 23 November 2026, 12:00" onOver={() => {}}>
        {wayOut}
      </Countdown>
    ),
  },
  {
    name: 'under five minutes',
    element: (
      <Countdown endsAt={minutes(4.6)} onOver={() => {}}>
        {wayOut}
      </Countdown>
    ),
  },
  {
    name: 'under one minute',
    element: (
      <Countdown endsAt={minutes(0.9)} onOver={() => {}}>
        {wayOut}
      </Countdown>
    ),
  },
  {
    name: 'over',
    element: (
      <Countdown endsAt={minutes(-1)} onOver={() => {}}>
        {wayOut}
      </Countdown>
    ),
  },
]

const amount = (text: string) => <Money amount={text} currency="CHF" />

const orderSummaryExamples: readonly Example[] = [
  {
    name: 'tickets and tax',
    element: (
      <OrderSummary
        overline="Saturday 15 May 2027, Lugano"
        title="Alpine Systems Days"
        rows={[
          { key: 'tickets', label: '2 × Conference', amount: amount('240.00') },
          { key: 'tax', label: 'incl. 8.1% VAT', amount: amount('17.98'), isSoft: true },
        ]}
        total={{ label: 'Total', amount: amount('240.00') }}
      />
    ),
  },
  {
    name: 'free',
    element: (
      <OrderSummary
        title="Open evening"
        rows={[{ key: 'tickets', label: '1 × Everybody', amount: amount('0.00') }]}
        total={{ label: 'Total', amount: amount('0') }}
      />
    ),
  },
]

const steps = ['Tickets', 'Details', 'Payment', 'Done']

const progressExamples: readonly Example[] = [
  { name: 'second of four', wide: true, element: <Progress steps={steps} current={1} /> },
  {
    name: 'with a way back',
    wide: true,
    element: <Progress steps={[{ name: 'Tickets', to: '/' }, 'Details', 'Payment', 'Done']} current={1} />,
  },
  { name: 'under way', wide: true, element: <Progress steps={steps} current={2} isBusy /> },
  { name: 'last', wide: true, element: <Progress steps={steps} current={3} /> },
]

/** By the name of the part. */
export const examples: Examples = {
  notice: noticeExamples,
  skeleton: skeletonExamples,
  countdown: countdownExamples,
  'order-summary': orderSummaryExamples,
  progress: progressExamples,
}
