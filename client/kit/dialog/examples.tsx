import { useState } from 'react'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Dialog } from './dialog.tsx'

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

export const examples: readonly Example[] = [
  { name: 'question', element: <DialogOnDemand /> },
  { name: 'static', element: <DialogOnDemand isStatic /> },
  { name: 'not modal', element: <DialogOnDemand isModal={false} /> },
]
