import { useQuery, useQueryAndProgress } from '#client/frame/calls/use-query.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useParams } from '#client/routing/router.tsx'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { OwnTexts } from '#client/language/own-texts.tsx'
import type { Event } from '#contract/event.ts'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { AdmittedContext, type PinInUse, pollsQuery, usePin } from './use-pin.ts'
import { PollList } from './poll-list.tsx'
import { PinForm } from './pin-form.tsx'
import { NoPolls } from './poll-sheet.tsx'
import { OnePoll } from './vote.tsx'

/** The polls of an event, or one of them: with the event's own words, for attendees with a PIN, which is asked once. */
export function Page() {
  const { shortName = '', pollId } = useParams()
  return (
    <PollsOf key={shortName} shortName={shortName}>
      {pollId === undefined ? <PollList /> : <OnePoll pollId={pollId} />}
    </PollsOf>
  )
}

type Around = { readonly children: ReactNode }

function PollsOf({ shortName, children }: Around & { readonly shortName: string }) {
  const event = useQuery(eventQuery(shortName))
  const pin = usePin(shortName)
  if (event.isPending) return <PageShape />
  if (!event.data) return <NoPolls failure={failureOf(event.error)} onRetry={() => void event.refetch()} />
  return (
    <OwnTexts of={event.data}>
      <Guarded event={event.data} pin={pin}>
        {children}
      </Guarded>
    </OwnTexts>
  )
}

type GuardedProps = Around & { readonly event: Event; readonly pin: PinInUse }

/** The page for attendees with a good PIN, and the question for the PIN for everybody else. */
function Guarded({ event, pin: { pin, tried, problem, enter, leave }, children }: GuardedProps) {
  const ballot = { shortName: event.shortName, pin }
  const polls = useQueryAndProgress({ ...pollsQuery(ballot), enabled: pin !== '' })
  const failure = polls.error ? failureOf(polls.error) : undefined
  const refused = failure?.kind === 'refused' ? failure.problems.find(({ field }) => field === 'pin') : undefined
  const isAsking = pin === '' || refused !== undefined
  const place = useFocusThatFollows(isAsking)
  const refresh = async () => (await polls.refetch()).data?.length
  const retry = () => void polls.refetch()
  if (!isAsking && polls.isPending) return <PageShape />
  if (!isAsking && !polls.data) return <NoPolls failure={failureOf(polls.error)} onRetry={retry} />
  return (
    // The footer is beside the main part, whose width it takes.
    <div ref={place}>
      {isAsking || !polls.data ? (
        <PinForm key={pin} event={event} tried={pin || tried} problem={refused ?? problem} onAccepted={enter} />
      ) : (
        <AdmittedContext value={{ event, ballot, polls: polls.data, isLooking: polls.isFetching, refresh, leave }}>
          {children}
        </AdmittedContext>
      )}
      <SiteFooter termsUrl={event.termsAndConditionsUrl} privacyUrl={event.privacyPolicyUrl} />
    </div>
  )
}

/** To the field when the PIN is asked for again, and to the heading of what comes in its place. */
function useFocusThatFollows(isAsking: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const was = useRef(isAsking)
  useEffect(() => {
    if (was.current === isAsking) return
    was.current = isAsking
    place.current?.querySelector<HTMLElement>(isAsking ? 'input' : 'h1')?.focus()
  }, [isAsking])
  return place
}
