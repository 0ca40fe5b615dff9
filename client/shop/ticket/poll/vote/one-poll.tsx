import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Loading, Shape } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { pathTo, pollsPagePath } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { pollQuery } from '../calls.ts'
import { useAdmitted } from '../frame/admitted.ts'
import { NoPolls } from '../frame/no-polls.tsx'
import { PollSheet } from '../frame/poll-sheet.tsx'
import { VotePart } from './vote-part.tsx'

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
