import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { listPolls, pollsQuery, typedPin } from './use-pin.ts'
import { PollSheet } from './poll-sheet.tsx'
import css from './pin/pin-form.module.css'

type PinFormProps = {
  readonly event: Event
  /** The PIN that was refused before it was asked for; empty: none. */
  readonly tried: string
  readonly problem: WireProblem | undefined
  readonly onAccepted: (pin: string) => void
}

/** Longer than any PIN with blanks between its characters. */
const MAX_TYPED = 30

const MISSING: WireProblem = { field: 'pin', code: 'foyer.poll.pin.missing', args: [] }

/** Asks for the PIN of a ticket. What is wrong with it is at the field, which has the focus then. */
export function PinForm({ event, tried, problem: earlier, onAccepted }: PinFormProps) {
  const t = useT()
  const [typed, setTyped] = useState(tried)
  const { problem, isChecking, check, clear } = useCheck(event.shortName, earlier, onAccepted)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector('input')?.focus()
  }, [problem])
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    void check(typedPin(typed))
  }
  return (
    <PollSheet event={event} title={t('poll.title')} tab={t('poll.enter-your-pin')}>
      <Card>
        <form className={css.form} noValidate onSubmit={submit} ref={form}>
          <p>{t('foyer.poll.pin.why')}</p>
          <div className={css.pin}>
            <TextField
              id="poll-pin"
              name="pin"
              label={t('poll.enter-your-pin')}
              hint={t('foyer.poll.pin.hint')}
              error={problem && t(problem.code, ...problem.args)}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value.toUpperCase())
                clear()
              }}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              required
              maxLength={MAX_TYPED}
            />
          </div>
          <Button type="submit" wide busy={isChecking}>
            {t('show-event.continue')}
          </Button>
        </form>
      </Card>
    </PollSheet>
  )
}

/** Asks for the polls of a PIN: what comes is what the pages begin with. */
function useCheck(shortName: string, earlier: WireProblem | undefined, onAccepted: (pin: string) => void) {
  const cache = useQueryCache()
  const [problem, setProblem] = useState(earlier)
  const [isChecking, setIsChecking] = useState(false)
  const isUnderWay = useRef(false)
  const check = async (pin: string) => {
    if (isUnderWay.current) return
    if (pin === '') return setProblem({ ...MISSING })
    isUnderWay.current = true
    setIsChecking(true)
    const answer = await listPolls({ shortName, pin })
    isUnderWay.current = false
    setIsChecking(false)
    if (answer.kind !== 'done') {
      const [first] = explain(answer)
      return setProblem(first && { ...first })
    }
    cache.setQueryData(pollsQuery({ shortName, pin }).queryKey, answer.value)
    onAccepted(pin)
  }
  return { problem, isChecking, check, clear: () => setProblem(undefined) }
}
