import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { removeCodePath } from '#contract/order-paths.ts'
import { applyPass } from './apply-pass.ts'
import css from './pass-box.module.css'

/** Under the order's sum: tickets that are paid with a pass, where the event takes passes (specification, booking 2). */
export function PassBox() {
  const { context } = useOpenReservation()
  return context.canApplySubscriptions ? <Box /> : null
}

function Box() {
  const t = useT()
  const pass = usePass()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const hasActed = useRef(false)
  const { applied, problem, isAsking } = pass

  // What the focus was on has gone: it goes on to what has come in its place.
  useEffect(() => {
    if (isAsking || !hasActed.current) return
    hasActed.current = false
    box.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [applied, problem, isAsking, isOpen])

  const act = (work: () => void) => {
    hasActed.current = true
    work()
  }
  return (
    <div className={css.box} ref={box}>
      {applied !== undefined ? (
        <div className={css.applied} data-next tabIndex={-1}>
          <p>{t('summary.table.subscription', applied)}</p>
          <TextButton busy={isAsking} onClick={() => act(() => void pass.remove())}>
            {t('summary.table.remove-applied-subscription-from-order')}
          </TextButton>
        </div>
      ) : isOpen ? (
        <PassForm pass={pass} onApply={typed => act(() => void pass.apply(typed))} />
      ) : (
        <TextButton onClick={() => act(() => setIsOpen(true))}>
          {t('reservation-page.overview.pay-with-subscription')}
        </TextButton>
      )}
    </div>
  )
}

/** As long as a number of a pass is, with room for blanks around it. */
const MAX_LENGTH = 60

function PassForm({ pass: { problem, isAsking }, onApply }: { pass: PassUse; onApply: (typed: string) => void }) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const isEmpty = typed.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !isAsking) onApply(typed)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <label htmlFor={id}>{t('reservation-page.overview.insert-subscription-code')}</label>
      <FieldError id={id} error={problem && t(problem.code, ...problem.args)} />
      <div className={css.line}>
        <input
          id={id}
          data-next
          name="passCode"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={MAX_LENGTH}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        <Button type="submit" tone="quiet" busy={isAsking} blockedBecauseOf={isEmpty ? `${id}-why` : undefined}>
          {t('reservation-page.overview.apply-subscription-code')}
        </Button>
      </div>
      <span className="unseen" id={`${id}-why`}>
        {isEmpty ? t('foyer.pass.empty') : null}
      </span>
    </form>
  )
}

/** What the buyer does with a pass that pays for tickets of the order. */
type PassUse = {
  /** What the pass is called that pays; undefined while none does. */
  readonly applied: string | undefined
  readonly isAsking: boolean
  readonly problem: WireProblem | undefined
  apply(typed: string): Promise<void>
  remove(): Promise<void>
}

function usePass(): PassUse {
  const t = useT()
  const toast = useToast()
  const { place, reservation, reload } = useOpenReservation()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<WireProblem>()
  const applied = reservation.orderSummary.summary.find(({ type }) => type === 'APPLIED_SUBSCRIPTION')

  const apply = async (typed: string) => {
    setIsAsking(true)
    setProblem(undefined)
    const wrong = await applyPass(reservation, typed)
    if (wrong === undefined) {
      await reload()
      toast(t('reservation-page.overview.applied-subscription-code'), 'good')
    }
    setProblem(wrong)
    setIsAsking(false)
  }
  const remove = async () => {
    setIsAsking(true)
    const answer = await server().call('DELETE', removeCodePath, {
      params: { reservationId: place.reservationId },
      query: { type: 'SUBSCRIPTION' },
    })
    if (answer.kind === 'done') toast(t('reservation-page.overview.removed-subscription'))
    else for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    await reload()
    setIsAsking(false)
  }
  return { applied: applied && (applied.name ?? ''), isAsking, problem, apply, remove }
}
