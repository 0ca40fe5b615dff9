import type { Example, Examples } from '../example.ts'
import { Button, ButtonAnchor, ButtonLink, ButtonRow, CopyButton, TextButton } from '../button/button.tsx'
import { useToast } from '../notice/notice.tsx'
import { useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { Icon, type IconName } from '../mark/mark.tsx'

const nothing = () => {}

const buttonExamples: readonly Example[] = [
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

const copyButtonExamples: readonly Example[] = [
  { name: 'beside a value', element: <CopyButton text="CH9300762011623852957" subject="Account" /> },
]

function ToastButtons() {
  const toast = useToast()
  return (
    <>
      <Button tone="quiet" onClick={() => toast('This is how it stands now.')}>
        Plain
      </Button>{' '}
      <Button tone="quiet" onClick={() => toast('Copied', 'good')}>
        Good
      </Button>{' '}
      <Button tone="quiet" onClick={() => toast('This language could not be loaded.', 'bad')}>
        Bad
      </Button>
    </>
  )
}

const toastExamples: readonly Example[] = [{ name: 'on demand', element: <ToastButtons /> }]

function DialogOnDemand({ isStatic = false, isModal = true }: { isStatic?: boolean; isModal?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button tone="quiet" onClick={() => setIsOpen(true)}>
        Open
      </Button>
      <Dialog
        isOpen={isOpen}
        isModal={isModal}
        title={isStatic ? 'The time is up' : 'Give back the tickets?'}
        {...(isStatic ? {} : { onDismiss: close })}
        actions={<Button onClick={close}>{isStatic ? 'Choose tickets again' : 'Keep the tickets'}</Button>}
      >
        <p>{isStatic ? 'Escape does not close this one.' : 'Your choice will be free for others again.'}</p>
      </Dialog>
    </>
  )
}

const dialogExamples: readonly Example[] = [
  { name: 'question', element: <DialogOnDemand /> },
  { name: 'static', element: <DialogOnDemand isStatic /> },
  { name: 'not modal', element: <DialogOnDemand isModal={false} /> },
]

const NAMES: readonly IconName[] = [
  'clock',
  'place',
  'online',
  'person',
  'globe',
  'calendar',
  'out',
  'close',
  'again',
  'alert',
  'check',
  'ticket',
  'card',
  'bank',
  'wallet',
]

const iconExamples: readonly Example[] = NAMES.map(name => ({ name, element: <Icon name={name} size="2rem" /> }))

/** By the name of the part. */
export const examples: Examples = {
  button: buttonExamples,
  'copy-button': copyButtonExamples,
  toast: toastExamples,
  dialog: dialogExamples,
  icon: iconExamples,
}
