import type { ReactNode } from 'react'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useT } from '#client/language/language-context.ts'
import { Panel, Stack } from '../../parts/work.tsx'
import { MoneyPage } from '../money-page.tsx'
import { MONEY_KEY } from '../queries.ts'
import { Awaited } from './awaited.tsx'
import { Entries } from './entries.tsx'
import { Settled } from './settled.tsx'
import { Upload } from './upload.tsx'

/** Transfers of an organisation: those on its bank statements, and those it still awaits. */
export function Page() {
  const t = useT()
  return (
    <MoneyPage part="transfers" lead={t('foyer.desk.transfers.lead')}>
      {organizationId =>
        organizationId === null ? (
          <Panel title={t('foyer.desk.transfers')}>
            <p>{t('foyer.desk.transfers.not-yours')}</p>
          </Panel>
        ) : (
          <Transfers key={organizationId} organizationId={organizationId} />
        )
      }
    </MoneyPage>
  )
}

function Transfers({ organizationId }: { readonly organizationId: number }): ReactNode {
  const cache = useQueryCache()
  const readAgain = () => cache.invalidateQueries(MONEY_KEY)
  return (
    <Stack>
      <Upload organizationId={organizationId} onUploaded={readAgain} />
      <Entries organizationId={organizationId} onChanged={readAgain} />
      <Awaited organizationId={organizationId} onChanged={readAgain} />
      <Settled organizationId={organizationId} onChanged={readAgain} />
    </Stack>
  )
}
