import { type ReactNode, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'

type DeleteButtonProps = {
  readonly children: ReactNode
  /** On the button after the first press. */
  readonly sure: ReactNode
  readonly isSending: boolean
  readonly onSure: () => void
}

/** Deletes with its second press; the first one asks. */
export function DeleteButton({ children, sure, isSending, onSure }: DeleteButtonProps) {
  const [isSure, setSure] = useState(false)
  return (
    <Button tone={isSure ? 'danger' : 'quiet'} busy={isSending} onClick={() => (isSure ? onSure() : setSure(true))}>
      {isSure ? sure : children}
    </Button>
  )
}
