import type { ReactNode } from 'react'
import { Button, ButtonLink, Link } from '#client/kit/button/button.tsx'
import { Page as Sheet, PageTitle, useHouseTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { type Failure, explain } from '#client/frame/calls/call-result.ts'
import { Blank } from '#client/kit/notice/notice.tsx'
import css from './frame/poll-sheet.module.css'

type PollSheetProps = {
  readonly event: Event
  readonly title: string
  /** Of the title, where it isn't that of the page. */
  readonly lang?: string | undefined
  /** What the tab says before the name of the event. */
  readonly tab?: string
  readonly children: ReactNode
}

/** The column that every page of polls is in, with the event above its heading. */
export function PollSheet({ event, title, lang, tab, children }: PollSheetProps) {
  const { t, language } = useLanguage()
  const name = inLanguage(event.title, language)
  useTabTitle(t('poll.page.title', tab === undefined ? name : `${tab} · ${name}`))
  return (
    <Sheet narrow>
      <div className={css.page}>
        <div className={css.head}>
          <p className="soft" dir="auto">
            <Link
              to={pathTo(eventPagePath, { shortName: event.shortName })}
              lang={otherLanguage(event.title, language)}
            >
              {name}
            </Link>
          </p>
          <PageTitle quiet lang={lang}>
            {title}
          </PageTitle>
        </div>
        {children}
      </div>
    </Sheet>
  )
}

/** The event isn't there, or its polls can't be read just now. */
export function NoPolls({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? 'foyer.event.missing.title' : 'foyer.unreachable.title')
  useHouseTitle(title)
  const [problem] = explain(failure)
  return (
    <Sheet>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={
          isMissing ? (
            <ButtonLink to="/">{t('home.view.all.events')}</ButtonLink>
          ) : (
            <Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>
          )
        }
      >
        <p role="alert">{isMissing || !problem ? t('foyer.event.missing.text') : t(problem.code, ...problem.args)}</p>
      </Blank>
    </Sheet>
  )
}
