import { type SubmitEvent, useRef, useState } from 'react'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { PollWithOptions } from '#contract/poll.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import type { Voting } from './use-vote.ts'
import css from './vote.module.css'

const OPTIONS_ID = 'poll-option'

type VoteFormProps = { readonly poll: PollWithOptions; readonly voting: Voting }

/** What can be chosen, and the button that sends it. */
export function VoteForm({ poll: { options }, voting }: VoteFormProps) {
  const { t } = useLanguage()
  const [chosen, setChosen] = useState(voting.counted)
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isThere = options.some(({ id }) => id === chosen)
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    if (chosen !== undefined && isThere) return void voting.send(chosen)
    setIsMissing(true)
    form.current?.querySelector('input')?.focus()
  }
  return (
    <form className={css.form} noValidate onSubmit={submit} ref={form}>
      <ErrorSummary
        title={t('foyer.poll.problem')}
        entries={voting.problems.map(({ code, args }) => ({ text: t(code, ...args) }))}
        occasion={voting.problems}
      />
      <fieldset
        className={css.options}
        role="radiogroup"
        aria-describedby={isMissing && !isThere ? `${OPTIONS_ID}-error` : undefined}
      >
        <legend>{t('foyer.poll.choose')}</legend>
        <FieldError id={OPTIONS_ID} error={isMissing && !isThere ? t('foyer.poll.choice-missing') : undefined} />
        {options.map(option => (
          <Option key={option.id} option={option} isChosen={option.id === chosen} onChoose={setChosen} />
        ))}
      </fieldset>
      <p className="soft">{t('foyer.poll.secret')}</p>
      <Button type="submit" wide busy={voting.isSending}>
        {t(voting.counted === undefined ? 'poll.vote-button' : 'foyer.poll.change')}
      </Button>
    </form>
  )
}

type OptionProps = {
  readonly option: PollWithOptions['options'][number]
  readonly isChosen: boolean
  readonly onChoose: (id: number) => void
}

function Option({ option: { id, title, description }, isChosen, onChoose }: OptionProps) {
  const { language } = useLanguage()
  const ownId = `${OPTIONS_ID}-${id}`
  const text = inLanguage(description, language)
  return (
    <label className={css.option}>
      <input
        type="radio"
        name={OPTIONS_ID}
        value={id}
        aria-labelledby={`${ownId}-title`}
        aria-describedby={text === '' ? undefined : `${ownId}-text`}
        checked={isChosen}
        onChange={() => onChoose(id)}
      />
      <span id={`${ownId}-title`} className={css.title} lang={otherLanguage(title, language)}>
        {inLanguage(title, language)}
      </span>
      {text !== '' && (
        <span id={`${ownId}-text`} className={css.text} lang={otherLanguage(description, language)}>
          {text}
        </span>
      )}
    </label>
  )
}
