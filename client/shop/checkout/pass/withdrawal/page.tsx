import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { OutOfReach } from '../../frame/out-of-reach.tsx'
import { withdrawalQuery } from './calls.ts'
import { NotPossible } from './not-possible.tsx'
import { Withdrawn } from './withdrawn.tsx'
import { WithdrawalSteps } from './withdrawal-steps.tsx'

/** Withdrawing from the contract about a pass: a statement, its confirmation, and what came of it (decision 44). */
export function Page() {
  const { reservationId = '' } = useParams()
  const cache = useQueryClient()
  const query = withdrawalQuery(reservationId)
  const { data, error, refetch } = useQuery(query)
  if (data) {
    return (
      <Known
        withdrawal={data}
        reservationId={reservationId}
        onChange={changed => cache.setQueryData(query.queryKey, changed)}
      />
    )
  }
  if (error && failureOf(error).kind === 'missing') return <NoSuchOrder />
  return error ? <OutOfReach onRetry={() => void refetch()} /> : <PageShape />
}

type KnownProps = {
  readonly withdrawal: PassWithdrawal
  readonly reservationId: string
  readonly onChange: (changed: PassWithdrawal) => void
}

function Known({ withdrawal, reservationId, onChange }: KnownProps) {
  const { t, language } = useLanguage()
  useTabTitle(`${t('foyer.withdrawal.title')} · ${inLanguage(withdrawal.title, language)}`)
  switch (withdrawal.state) {
    case 'POSSIBLE':
      return <WithdrawalSteps withdrawal={withdrawal} reservationId={reservationId} onChange={onChange} />
    case 'DONE':
      return <Withdrawn withdrawal={withdrawal} />
    default:
      return <NotPossible withdrawal={withdrawal} reservationId={reservationId} />
  }
}

function NoSuchOrder() {
  const t = useT()
  useTabTitle(t('foyer.withdrawal.title'))
  return (
    <Sheet>
      <Blank
        title={<PageTitle quiet>{t('foyer.withdrawal.unknown.title')}</PageTitle>}
        action={<ButtonLink to="/">{t('to-home')}</ButtonLink>}
      />
    </Sheet>
  )
}
