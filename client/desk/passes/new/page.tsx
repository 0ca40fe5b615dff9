import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { organizationsQuery } from '../../organizations.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Title, Work } from '../../parts/work.tsx'
import { NewPassForm } from './new-pass-form.tsx'

/** From nothing to a draft: what has no good default is asked for, and no more. */
export function Page() {
  const t = useT()
  const query = useQuery(organizationsQuery())
  useHouseTitle(t('foyer.desk.new-pass'))
  return (
    <Loaded query={query}>
      {({ organizations }) => (
        <Work>
          <Title lead={t('foyer.desk.new-pass.lead')}>{t('foyer.desk.new-pass')}</Title>
          {organizations.length > 0 ? (
            <NewPassForm organizations={organizations} />
          ) : (
            <p>{t('foyer.desk.new-pass.no-organization')}</p>
          )}
        </Work>
      )}
    </Loaded>
  )
}
