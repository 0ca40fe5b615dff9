import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Title, Work } from '../../parts/work.tsx'
import { organizationsQuery } from '../../organizations.ts'
import { NewEventForm } from './new-event-form.tsx'
import { NewOrganization } from './new-organization.tsx'

/** From nothing to a draft, or to an event on sale: what has no good default is asked for, and no more. */
export function Page() {
  const t = useT()
  const query = useQuery(organizationsQuery())
  useHouseTitle(t('foyer.desk.new-event'))
  return (
    <Loaded query={query}>
      {({ organizations, mayCreate }) => (
        <Work>
          <Title lead={t('foyer.desk.new-event.lead')}>{t('foyer.desk.new-event')}</Title>
          {organizations.length > 0 ? (
            <NewEventForm organizations={organizations} />
          ) : mayCreate ? (
            <NewOrganization onCreated={query.refetch} />
          ) : (
            <p>{t('foyer.desk.new-event.no-organization')}</p>
          )}
        </Work>
      )}
    </Loaded>
  )
}
