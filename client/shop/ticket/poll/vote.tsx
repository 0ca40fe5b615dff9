import { useQuery } from '#client/frame/calls/use-query.tsx'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { Button, ButtonLink, ButtonRow, Link } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Loading, Shape } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { pathTo, pollsPagePath } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { pollQuery, useAdmitted } from './use-pin.ts'
import { NoPolls, PollSheet } from './poll-sheet.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import type { PollWithOptions } from '#contract/poll.ts'
import { type Voting, useVote } from './use-vote.ts'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import css from './vote/vote.module.css'

/** One poll, and what can be chosen. */
export function OnePoll({ pollId }: { readonly pollId: string }) {
  return /^\d{1,9}$/.test(pollId) ? <Numbered key={pollId} pollId={Number(pollId)} /> : <NotOpen isLost={false} />
}

function Numbered({ pollId }: { readonly pollId: number }) {
  const { language } = useLanguage()
  const t = useT()
  const { event, ballot, polls } = useAdmitted()
  const [isLost, setIsLost] = useState(false)
  const one = useQuery(pollQuery(ballot, pollId))
  const failure = one.error ? failureOf(one.error) : undefined
  if (isLost || failure?.kind === 'refused') return <NotOpen isLost={isLost} />
  if (failure && !one.data) return <NoPolls failure={failure} onRetry={() => void one.refetch()} />
  const poll = one.data?.poll ?? polls.find(({ id }) => id === pollId)
  const title = poll ? inLanguage(poll.title, language) : t('poll.title')
  // The heading stays while the rest comes: it has the focus of an attendee who has just arrived.
  return (
    <PollSheet event={event} title={title} tab={title} lang={poll && otherLanguage(poll.title, language)}>
      {one.data ? (
        <VotePart poll={one.data} onClosed={() => setIsLost(true)} />
      ) : (
        <Loading>
          <Shape height="4rem" round />
          <Shape height="4rem" round />
          <Shape width="9rem" height="3rem" round />
        </Loading>
      )}
    </PollSheet>
  )
}

/** It has been closed, or there never was one; `isLost`: a choice came too late. */
function NotOpen({ isLost }: { readonly isLost: boolean }) {
  const t = useT()
  const { event, ballot } = useAdmitted()
  const title = t(isLost ? 'foyer.poll.closed.title' : 'foyer.poll.not-open.title')
  const text = useRef<HTMLParagraphElement>(null)
  // The button that sent the choice is gone.
  useEffect(() => {
    if (isLost) text.current?.focus()
  }, [isLost])
  return (
    <PollSheet event={event} title={title} tab={title}>
      <Blank title={null} action={<ButtonLink to={pathTo(pollsPagePath, ballot)}>{t('foyer.poll.all')}</ButtonLink>}>
        <p ref={text} tabIndex={-1}>
          {t(isLost ? 'foyer.poll.closed.text' : 'foyer.poll.not-open.text')}
        </p>
      </Blank>
    </PollSheet>
  )
}

type VotePartProps = { readonly poll: PollWithOptions; readonly onClosed: () => void }

/** The choice, and thanks in its place once it counts. */
function VotePart({ poll, onClosed }: VotePartProps) {
  const { t, language } = useLanguage()
  const { ballot } = useAdmitted()
  const voting = useVote(poll.poll.id, onClosed)
  const part = useFocusThatFollows(voting.isThanked)
  const { descriptionHtml } = poll.poll
  return (
    <div ref={part} className={css.part}>
      {voting.isThanked ? (
        <Thanks poll={poll} voting={voting} />
      ) : (
        <>
          <Html html={inLanguage(descriptionHtml, language)} lang={otherLanguage(descriptionHtml, language)} />
          <VoteForm poll={poll} voting={voting} />
          <p>
            <Link className="soft" to={pathTo(pollsPagePath, ballot)}>
              {t('foyer.poll.all')}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

function Thanks({ poll: { poll, options }, voting }: { readonly poll: PollWithOptions; readonly voting: Voting }) {
  const { t, language } = useLanguage()
  const { ballot, polls } = useAdmitted()
  const chosen = options.find(({ id }) => id === voting.counted)
  const hasOthers = polls.some(({ id }) => id !== poll.id)
  return (
    <Card as="section" aria-labelledby="poll-thanks">
      <div className={css.thanks}>
        <h2 id="poll-thanks" tabIndex={-1} data-next>
          {t('poll.thank-you-for-the-vote')}
        </h2>
        {chosen && (
          <dl className={css.chosen}>
            <dt>{t('foyer.poll.chosen')}</dt>
            <dd dir="auto" lang={otherLanguage(chosen.title, language)}>
              {inLanguage(chosen.title, language)}
            </dd>
          </dl>
        )}
        <p className="soft">{t('foyer.poll.may-change')}</p>
        <ButtonRow>
          <Button tone="quiet" onClick={voting.change}>
            {t('foyer.poll.change')}
          </Button>
          <ButtonLink to={pathTo(pollsPagePath, ballot)}>
            {t(hasOthers ? 'foyer.poll.others' : 'foyer.poll.all')}
          </ButtonLink>
        </ButtonRow>
      </div>
    </Card>
  )
}

/** To the thanks when they come, and to the choice when it is back: the button that did it is gone. */
function useFocusThatFollows(isThanked: boolean) {
  const part = useRef<HTMLDivElement>(null)
  const was = useRef(isThanked)
  useEffect(() => {
    if (was.current === isThanked) return
    was.current = isThanked
    part.current?.querySelector<HTMLElement>(isThanked ? '[data-next]' : 'input:checked')?.focus()
  }, [isThanked])
  return part
}

const OPTIONS_ID = 'poll-option'

type VoteFormProps = { readonly poll: PollWithOptions; readonly voting: Voting }

/** What can be chosen, and the button that sends it. */
function VoteForm({ poll: { options }, voting }: VoteFormProps) {
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
      <span dir="auto" id={`${ownId}-title`} className={css.title} lang={otherLanguage(title, language)}>
        {inLanguage(title, language)}
      </span>
      {text !== '' && (
        <span dir="auto" id={`${ownId}-text`} className={css.text} lang={otherLanguage(description, language)}>
          {text}
        </span>
      )}
    </label>
  )
}
