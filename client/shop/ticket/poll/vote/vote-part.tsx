import { useEffect, useRef } from 'react'
import { Button, ButtonLink, ButtonRow, Link } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { pathTo, pollsPagePath } from '#contract/paths.ts'
import type { PollWithOptions } from '#contract/poll.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { useAdmitted } from '../frame/admitted.ts'
import { type Voting, useVote } from './use-vote.ts'
import { VoteForm } from './vote-form.tsx'
import css from './vote.module.css'

type VotePartProps = { readonly poll: PollWithOptions; readonly onClosed: () => void }

/** The choice, and thanks in its place once it counts. */
export function VotePart({ poll, onClosed }: VotePartProps) {
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
            <dd lang={otherLanguage(chosen.title, language)}>{inLanguage(chosen.title, language)}</dd>
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
