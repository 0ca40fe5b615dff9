import type { DeskOrganization } from '#contract/desk-organizations.ts'
import type { Me } from '#contract/member.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { FieldPair, SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { type ScopeQuery, eventsToChoose, ownEventIds, ownOrganizations, ownsShop } from './scopes.ts'
import css from './people.module.css'

type ScopeChoiceProps = {
  readonly me: Me
  readonly organizations: readonly DeskOrganization[]
  readonly scope: ScopeQuery
  readonly onChoose: (scope: ScopeQuery) => void
}

/** For what: the shop, one of the member's organisations, and there everything or one event. */
export function ScopeChoice({ me, organizations, scope, onChoose }: ScopeChoiceProps) {
  const t = useT()
  const own = ownOrganizations(me, organizations)
  const { organizationId } = scope
  const { data } = useQuery(eventsToChoose(organizationId))
  const reached = ownEventIds(me)
  const events = (data?.events ?? []).filter(({ id }) => organizationId !== undefined || reached.includes(id))
  const isOfEventsAlone = own.length === 0 && !ownsShop(me)
  const hasEvents = organizationId !== undefined || isOfEventsAlone
  return (
    <div className={css.choice}>
      <FieldPair>
        {!isOfEventsAlone && (
          <SelectField
            id="organisation"
            label={t('foyer.desk.people.of')}
            value={organizationId ?? ''}
            onChange={({ target }) => onChoose(target.value === '' ? {} : { organizationId: Number(target.value) })}
          >
            {ownsShop(me) && <option value="">{t('foyer.desk.people.shop')}</option>}
            {own.map(({ id, name }) => (
              <option key={id} value={id} dir="auto">
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {hasEvents && (
          <SelectField
            id="event"
            label={t('foyer.desk.people.event')}
            value={scope.eventId ?? ''}
            onChange={({ target }) =>
              onChoose({
                ...(organizationId !== undefined && { organizationId }),
                ...(target.value !== '' && { eventId: Number(target.value) }),
              })
            }
          >
            {!isOfEventsAlone && <option value="">{t('foyer.desk.people.all-events')}</option>}
            {events.map(({ id, title }) => (
              <option key={id} value={id} dir="auto">
                {title}
              </option>
            ))}
          </SelectField>
        )}
      </FieldPair>
    </div>
  )
}
