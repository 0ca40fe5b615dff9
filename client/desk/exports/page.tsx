import { useState } from 'react'
import type { SavedExport } from '#contract/desk-exports.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Panel, Stack, Title, Work } from '../parts/work.tsx'
import { savedExportsQuery } from './calls.ts'
import { EditExport } from './edit-export.tsx'
import { NewExport } from './new-export.tsx'
import { SavedExports } from './saved-exports.tsx'

/** Exports: saved ones, and a new one, which the address may begin, or in its place one that is edited. */
export function Page() {
  const t = useT()
  const query = useQuery(savedExportsQuery())
  const [address] = useSearchParams()
  const [edited, setEdited] = useState<SavedExport>()
  const leave = async ({ id }: SavedExport) => {
    await query.refetch()
    setEdited(undefined)
    // After the page is drawn anew.
    requestAnimationFrame(() => document.getElementById(`edit-export-${id}`)?.focus())
  }
  useHouseTitle(t('foyer.desk.exports'))
  return (
    <Loaded query={query}>
      {({ exports, whose }) => (
        <Work>
          <Title lead={t('foyer.desk.exports.lead')}>{t('foyer.desk.exports')}</Title>
          <Stack>
            {exports.length > 0 && <SavedExports exports={exports} onChanged={query.refetch} onEdit={setEdited} />}
            {edited && exports.some(({ id }) => id === edited.id) ? (
              <Panel title={t('foyer.desk.export.edit.title', edited.name)}>
                <EditExport
                  key={`${edited.id} ${edited.seen}`}
                  saved={edited}
                  onDone={() => leave(edited)}
                  onOther={setEdited}
                />
              </Panel>
            ) : (
              <Panel title={t('foyer.desk.export.new')}>
                {whose.length === 0 ? (
                  <p>{t('foyer.desk.export.nothing')}</p>
                ) : (
                  <NewExport key={address.toString()} whose={whose} onSaved={query.refetch} />
                )}
              </Panel>
            )}
          </Stack>
        </Work>
      )}
    </Loaded>
  )
}
