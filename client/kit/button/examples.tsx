import type { Example } from '../example.ts'
import { Button, ButtonAnchor, ButtonLink, ButtonRow, TextButton } from './button.tsx'

const nothing = () => {}

export const examples: readonly Example[] = [
  { name: 'main', element: <Button onClick={nothing}>Pay CHF 120.00</Button> },
  {
    name: 'quiet',
    element: (
      <Button tone="quiet" onClick={nothing}>
        Give back the tickets
      </Button>
    ),
  },
  {
    name: 'danger',
    element: (
      <Button tone="danger" onClick={nothing}>
        Cancel the order
      </Button>
    ),
  },
  { name: 'under way', element: <Button busy>Continue</Button> },
  {
    name: 'not now, with the reason',
    element: (
      <>
        <p id="example-reason">Choose how many tickets you would like.</p>
        <Button blockedBecauseOf="example-reason">Continue</Button>
      </>
    ),
  },
  {
    name: 'wide',
    element: (
      <Button wide onClick={nothing}>
        Continue
      </Button>
    ),
  },
  {
    name: 'link in the shop',
    element: (
      <ButtonLink to="/" tone="quiet">
        See all events
      </ButtonLink>
    ),
  },
  {
    name: 'link to a file',
    element: (
      <ButtonAnchor href="/dev/gallery" tone="quiet">
        Download the PDF
      </ButtonAnchor>
    ),
  },
  { name: 'like a link', element: <TextButton onClick={nothing}>I need more time</TextButton> },
  {
    name: 'side by side',
    element: (
      <ButtonRow>
        <Button tone="quiet" onClick={nothing}>
          Back
        </Button>
        <Button onClick={nothing}>Continue to payment</Button>
      </ButtonRow>
    ),
  },
]
