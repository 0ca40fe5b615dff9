import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { EventCode } from '#contract/promo-code.ts'
import type { Event } from '#contract/event.ts'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { type Translate, useLanguage } from '#client/language/language-context.ts'
import { CODE_ID } from '../selection.ts'
import type { Code } from './use-code.ts'
import css from './code-box.module.css'

const REASON_ID = 'why-no-code'

export type CodeBoxProps = { readonly event: Event; readonly code: Code }

/** Where a code is typed in, and shown once it counts. */
export function Part({ event, code }: CodeBoxProps) {
  const { t } = useLanguage()
  const toast = useToast()
  const box = useRef<HTMLDivElement>(null)
  const hasActed = useRef(false)
  const { applied, problem, isChecking } = code
  const isPartner = event.promotionsConfiguration.usePartnerCode
  const kind = t(`show-event.promo-code-type.${isPartner ? 'partner' : 'promotional'}`)

  // What the focus was on has gone: it goes on to what has come in its place.
  useEffect(() => {
    if (isChecking || !hasActed.current) return
    hasActed.current = false
    box.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [applied, problem, isChecking])

  const apply = (typed: string) => {
    hasActed.current = true
    void code.apply(typed)
  }
  const remove = () => {
    hasActed.current = true
    toast(t('foyer.code.removed', applied?.code ?? ''))
    code.remove()
  }
  return (
    <div ref={box}>
      {applied ? (
        <Applied event={event} applied={applied} kind={kind} onRemove={remove} />
      ) : (
        <CodeForm code={code} kind={kind} onApply={apply} />
      )}
    </div>
  )
}

/**
 * Most visitors have no code: one line until it is opened, by the browser alone, so that it opens before the page's script is
 * there. A code that is refused is open.
 */
function CodeForm(props: CodeFormProps) {
  const { t } = useLanguage()
  const fold = useRef<HTMLDetailsElement>(null)
  const { problem, isChecking } = props.code
  const isInUse = problem !== undefined || isChecking
  useEffect(() => {
    if (isInUse && fold.current) fold.current.open = true
  }, [isInUse])
  const focusField = () => {
    const hasFocus = fold.current?.contains(document.activeElement) ?? false
    if (fold.current?.open && hasFocus && !isInUse) fold.current.querySelector('input')?.focus()
  }
  return (
    <details ref={fold} className={css.fold} onToggle={focusField}>
      <summary data-next={problem ? undefined : true}>{t('show-event.promo-code', props.kind)}</summary>
      <CodeFields {...props} />
    </details>
  )
}

type CodeFormProps = { readonly code: Code; readonly kind: string; readonly onApply: (typed: string) => void }

function CodeFields({ code: { isChecking, problem }, kind, onApply }: CodeFormProps) {
  const { t } = useLanguage()
  const [typed, setTyped] = useState('')
  const isEmpty = typed.trim() === ''

  // A code that is not known is cleared; one that could not be asked for is still there to be tried again.
  useEffect(() => {
    if (problem && !isWorthRepeating(problem.code)) setTyped('')
  }, [problem])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isChecking) return
    onApply(typed)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <label className="unseen" htmlFor={CODE_ID}>
        {t('show-event.promo-code', kind)}
      </label>
      <FieldError id={CODE_ID} error={problem && textOf(problem, t)} />
      <div className={css.line}>
        <input
          id={CODE_ID}
          data-next
          name="promoCode"
          value={typed}
          onChange={event => setTyped(event.target.value.toUpperCase())}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={MAX_CODE_LENGTH}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${CODE_ID}-error` : undefined}
        />
        <Button type="submit" tone="quiet" busy={isChecking} blockedBecauseOf={isEmpty ? REASON_ID : undefined}>
          {t('show-event.promo-code.apply')}
        </Button>
      </div>
      <span className="unseen" id={REASON_ID}>
        {isEmpty ? t('foyer.code.empty') : null}
      </span>
    </form>
  )
}

/** Far more than any code has; what the wire carries. */
const MAX_CODE_LENGTH = 255

function textOf({ code, args, typed }: NonNullable<Code['problem']>, t: Translate): string {
  const why = t(code, ...args)
  return isWorthRepeating(code) || typed === '' ? why : t('foyer.code.refused', typed, why)
}

/** It was not the code that was wrong. */
const isWorthRepeating = (problem: string): boolean => problem.startsWith('foyer.error.')

type AppliedProps = {
  readonly event: Event
  readonly applied: EventCode
  readonly kind: string
  readonly onRemove: () => void
}

function Applied({ event, applied, kind, onRemove }: AppliedProps) {
  const { t } = useLanguage()
  return (
    <div className={css.applied} data-next tabIndex={-1}>
      <p>
        {t('show-event.promo-code-applied', kind)} <strong>{applied.code}</strong>
        <br />
        <span className="small">
          <Effect event={event} applied={applied} />
        </span>
      </p>
      <TextButton onClick={onRemove}>
        {t('foyer.code.remove')}
        <span className="unseen"> {applied.code}</span>
      </TextButton>
    </div>
  )
}

/** What the code does: "10% off". */
function Effect({ event, applied }: Pick<AppliedProps, 'event' | 'applied'>) {
  const { language, t } = useLanguage()
  const figure = applied.discountAmount ?? ''
  const amount = event.currency === null ? figure : formatAmount(figure, event.currency, language)
  switch (applied.discountType) {
    case 'PERCENTAGE':
      return t('show-event.promo-code-percentage-discount', `${figure}%`)
    case 'FIXED_AMOUNT':
      return t('foyer.code.off-ticket', amount)
    case 'FIXED_AMOUNT_RESERVATION':
      return t('foyer.code.off-order', amount)
    default:
      return t('foyer.code.opens')
  }
}
