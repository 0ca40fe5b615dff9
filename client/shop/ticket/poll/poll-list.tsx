import { Badge } from '#client/kit/mark/mark.tsx'
import { Button, Link, TextButton } from '#client/kit/button/button.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { Blank, useToast } from '#client/kit/notice/notice.tsx'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { pathTo, pollPagePath } from '#contract/paths.ts'
import type { Poll } from '#contract/poll.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { type Ballot, useAdmitted } from './use-pin.ts'
import { PollSheet } from './poll-sheet.tsx'
import { keptVote } from '../poll-pin/kept-pin.ts'
import css from './list/list.module.css'

/** The polls that are open to this ticket. */
export function PollList() {
  const t = useT()
  const { event, ballot, polls, leave } = useAdmitted()
  return (
    <PollSheet event={event} title={t('poll.title')}>
      {polls.length === 0 ? (
        <NoneOpen />
      ) : (
        <>
          <p className="soft">{t('poll.select')}</p>
          <ul className={css.polls}>
            {polls.map(poll => (
              <li key={poll.id}>
                <PollCard poll={poll} ballot={ballot} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <TextButton onClick={() => leave()}>{t('foyer.poll.other-ticket')}</TextButton>
      </p>
    </PollSheet>
  )
}

function PollCard({ poll, ballot }: { readonly poll: Poll; readonly ballot: Ballot }) {
  const { t, language } = useLanguage()
  const hasVoted = keptVote(tabStorage, { ...ballot, pollId: poll.id }) !== undefined
  return (
    <article className={css.card}>
      <h2 dir="auto" className={css.title}>
        <Link
          to={pathTo(pollPagePath, { shortName: ballot.shortName, pollId: poll.id })}
          lang={otherLanguage(poll.title, language)}
        >
          {inLanguage(poll.title, language)}
        </Link>
      </h2>
      <Html
        html={inLanguage(poll.descriptionHtml, language)}
        lang={otherLanguage(poll.descriptionHtml, language)}
        compact
      />
      {hasVoted && (
        <p>
          <Badge tone="good">{t('foyer.poll.voted')}</Badge>
        </p>
      )}
    </article>
  )
}

/** Nothing is wrong: one only has to wait until the organiser opens one. */
function NoneOpen() {
  const t = useT()
  const toast = useToast()
  const { refresh, isLooking } = useAdmitted()
  const refreshPolls = async () => {
    const open = await refresh()
    if (open === 0) toast(t('foyer.poll.still-none'))
  }
  return (
    <Blank
      title={<h2>{t('foyer.poll.none.title')}</h2>}
      action={
        <Button tone="quiet" busy={isLooking} onClick={() => void refreshPolls()}>
          {t('foyer.poll.look-again')}
        </Button>
      }
    >
      <p>{t('foyer.poll.none.text')}</p>
    </Blank>
  )
}
