import { useState } from 'react'
import type { ExportedBy } from '#contract/desk-exports.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Stack } from '../parts/work.tsx'
import { columnsQuery } from './calls.ts'
import { type Draft, draftOf } from './draft.ts'
import { Finish } from './finish.tsx'
import { WhatFields } from './what-fields.tsx'

type NewExportProps = { readonly whose: readonly ExportedBy[]; readonly onSaved: () => unknown }

/** What is exported; downloaded at once, or saved. */
export function NewExport({ whose, onSaved }: NewExportProps) {
  const [address] = useSearchParams()
  const [draft, setDraft] = useState(() => draftOf(address, whose))
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  const chosen = whose[draft.whose]
  const described = useQuery({
    ...columnsQuery(draft.kind, chosen ?? { event: null, organization: 0 }),
    enabled: chosen !== undefined,
  })
  if (!chosen) return null
  return (
    <Stack>
      <WhatFields whose={whose} chosen={chosen} draft={draft} onChange={change} />
      <Loaded query={described}>
        {facts => (
          <Finish
            draft={draft}
            chosen={chosen}
            facts={facts}
            onChange={change}
            onSent={({ kind }) => {
              if (kind !== 'done') return
              change({ name: '', schedule: 'NONE' })
              void onSaved()
            }}
          />
        )}
      </Loaded>
    </Stack>
  )
}
