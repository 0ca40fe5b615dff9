import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Panel, Stack, Title, Work } from '../parts/work.tsx'
import { savedExportsQuery } from './calls.ts'
import { NewExport } from './new-export.tsx'
import { SavedExports } from './saved-exports.tsx'

/** Exports: saved ones, and a new one, which the address may begin. */
export function Page() {
  const t = useT()
  const query = useQuery(savedExportsQuery())
  const [address] = useSearchParams()
  useHouseTitle(t('foyer.desk.exports'))
  return (
    <Loaded query={query}>
      {({ exports, whose }) => (
        <Work>
          <Title lead={t('foyer.desk.exports.lead')}>{t('foyer.desk.exports')}</Title>
          <Stack>
            {exports.length > 0 && <SavedExports exports={exports} onChanged={query.refetch} />}
            <Panel title={t('foyer.desk.export.new')}>
              {whose.length === 0 ? (
                <p>{t('foyer.desk.export.nothing')}</p>
              ) : (
                <NewExport key={address.toString()} whose={whose} onSaved={query.refetch} />
              )}
            </Panel>
          </Stack>
        </Work>
      )}
    </Loaded>
  )
}
