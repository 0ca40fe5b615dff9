import { TextButton } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Countdown } from './countdown.tsx'

const minutes = (count: number) => Date.now() + count * 60_000
const wayOut = <TextButton>I need more time</TextButton>

export const examples: readonly Example[] = [
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
