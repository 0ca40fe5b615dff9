import { useState } from 'react'
import { type CallResult, explain, problemText } from '#client/frame/calls/call-result.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from './date-time-field.tsx'

type DuplicateProps<Made> = {
  readonly title: string
  readonly text: string
  /** The date from which all others keep their distance. */
  readonly label: string
  readonly startsAt: string
  readonly call: (startsAt: string) => Promise<CallResult<Made>>
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}

/** Asks when the copy of an event or a pass begins; all its other dates keep their distance. */
export function Duplicate<Made>({ title, text, label, startsAt, call, onMade, onClose }: DuplicateProps<Made>) {
  const t = useT()
  const [typed, setTyped] = useState(startsAt)
  const [problem, setProblem] = useState<string>()
  const { send, isSending } = useSending()
  const duplicate = () =>
    send(
      () => call(typed),
      answer => {
        if (answer.kind === 'done') return onMade(answer.value)
        const reasons = explain(answer).map(each => problemText(t, each))
        setProblem(reasons.join(' '))
      },
    )
  return (
    <Dialog
      isOpen
      title={title}
      onDismiss={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('foyer.desk.leave-it')}
          </Button>
          <Button busy={isSending} onClick={() => void duplicate()}>
            {t('foyer.desk.act.duplicate')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <DateTimeField id="starts-at" label={label} value={typed} onChange={setTyped} error={problem} />
    </Dialog>
  )
}
