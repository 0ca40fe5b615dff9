import { useState } from 'react'
import type { BankEntry } from '#contract/desk-transfers.ts'
import { deskBookedEntriesPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Ask } from '../../parts/ask.tsx'
import { EndOfList } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ListParts } from '../../parts/list-parts.tsx'
import { Panel } from '../../parts/work.tsx'
import { EntryRow } from './entry-row.tsx'
import { entriesQuery } from './queries.ts'
import css from './transfers.module.css'

type EntriesProps = { readonly organizationId: number; readonly onChanged: () => unknown }

/** What has arrived and is not settled: what needs a person first, then what is sure, then what pays no order. */
export function Entries({ organizationId, onChanged }: EntriesProps) {
  const { t, language } = useLanguage()
  const first = useQuery(entriesQuery({ organizationId }))
  return (
    <Loaded query={first}>
      {({ sure, unsure, unmatched, sums, latest }) => {
        const isNone = sure + unsure + unmatched === 0
        const sum = sums.map(({ amount, currency }) => formatAmount(amount, currency, language)).join(', ')
        return (
          <Panel
            flush
            title={t('foyer.desk.entries')}
            aside={!isNone && <p className="soft">{t('foyer.desk.entries.counts', sure, unsure, unmatched)}</p>}
          >
            {isNone && <p className={css.none}>{t('foyer.desk.entries.none')}</p>}
            {sure > 0 && latest !== null && (
              <BookSure organizationId={organizationId} count={sure} sum={sum} upTo={latest} onChanged={onChanged} />
            )}
            <ListParts>
              {(cursor, onMore) => (
                <EntryPart organizationId={organizationId} cursor={cursor} onChanged={onChanged} onMore={onMore} />
              )}
            </ListParts>
          </Panel>
        )
      }}
    </Loaded>
  )
}

type PartProps = EntriesProps & {
  readonly cursor: string | undefined
  readonly onMore: ((cursor: string) => void) | undefined
}

function EntryPart({ organizationId, cursor, onChanged, onMore }: PartProps) {
  const { t } = useLanguage()
  const query = useQuery(entriesQuery({ organizationId, ...(cursor !== undefined && { cursor }) }))
  const { data } = query
  if (!data) return null
  const of = (judgement: BankEntry['judgement']) => data.entries.filter(entry => entry.judgement === judgement)
  return (
    <>
      {(['unsure', 'sure', 'unmatched'] as const).map(judgement => {
        const entries = of(judgement)
        return (
          entries.length > 0 && (
            <section key={judgement} className={css.group} data-judgement={judgement}>
              <h3>{t(`foyer.desk.entries.${judgement}`)}</h3>
              <ul className={css.entries}>
                {entries.map(entry => (
                  <EntryRow key={entry.id} entry={entry} organizationId={organizationId} onChanged={onChanged} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {onMore && <EndOfList query={query} next={data.nextCursor} onMore={onMore} />}
    </>
  )
}

type BookSureProps = EntriesProps & { readonly count: number; readonly sum: string; readonly upTo: string }

/** All that is sure, in one press. The server confirms some at a time, so that a page that is closed leaves nothing half. */
function BookSure({ organizationId, count, sum, upTo, onChanged }: BookSureProps) {
  const { t } = useLanguage()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState(0)
  const { send, isSending, problems } = useSending()
  const name = count === 1 ? t('foyer.desk.entries.book.one') : t('foyer.desk.entries.book', count)

  const part = async (booked: number, refused: number): Promise<void> => {
    let left = 0
    let sums = { booked, refused }
    await send(
      () => server().call('POST', deskBookedEntriesPath, { body: { organizationId, upTo } }),
      answer => {
        if (answer.kind !== 'done') return
        left = answer.value.left
        sums = { booked: booked + answer.value.booked, refused: refused + answer.value.refused }
        setDone(sums.booked)
        if (left > 0) return
        setOpen(false)
        toast(t('foyer.desk.entries.booked', sums.booked), sums.refused > 0 ? 'plain' : 'good')
      },
    )
    if (left > 0) return part(sums.booked, sums.refused)
    await onChanged()
  }
  return (
    <div className={css.book}>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <span className={css.sum}>{sum}</span>
      <Ask
        isOpen={isOpen}
        title={name}
        act={name}
        isSending={isSending}
        problems={problems}
        onAct={() => part(0, 0)}
        onLeave={isSending ? undefined : () => setOpen(false)}
      >
        <p>{t('foyer.desk.entries.book.text', sum)}</p>
        <p role="status">{done > 0 && isSending && t('foyer.desk.entries.book.done', done, count)}</p>
      </Ask>
    </div>
  )
}
