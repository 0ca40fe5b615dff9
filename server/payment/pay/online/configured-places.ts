import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { PROVIDER_SETTINGS } from '#server/providers/registry/modules.ts'
import {
  type Settings,
  loadSettings,
  organizationSettings,
  systemSettings,
} from '#server/foundation/setting/settings.ts'

/** Places with their own provider settings; all others take those of the level above. */
export type ConfiguredPlace = {
  /** For a sentence: "the shop", "Alpine Systems (organisation 1)", "event demo". */
  readonly name: string
  /** Null of the shop. */
  readonly organizationId: number | null
  load(): Promise<Settings>
}

/** The shop, and the organisations, events that have not ended, and passes that state a setting of a provider. */
export async function configuredPlaces(db: Queryable, now: Instant): Promise<readonly ConfiguredPlace[]> {
  const rows = await db.query(PLACES, [Object.keys(PROVIDER_SETTINGS), timestamp(now)])
  return [
    { name: 'the shop', organizationId: null, load: () => systemSettings(db) },
    ...rows.map(({ organizationId, organization, contextId, shortName }) => {
      if (contextId === null) {
        const name = `${organization} (organisation ${organizationId})`
        return { name, organizationId, load: () => organizationSettings(db, { organizationId }) }
      }
      const name = shortName === null ? `pass ${contextId}` : `event ${shortName}`
      return { name, organizationId, load: () => loadSettings(db, { contextId }) }
    }),
  ]
}

type Row = { organizationId: number; organization: string; contextId: number | null; shortName: string | null }

const PLACES = statement<Row>(
  'provider-places',
  `select id as "organizationId", name as organization, null::integer as "contextId", null as "shortName"
   from organization where id in (select organization_id from setting where key = any ($1))
   union all
   select organization.id, organization.name, purchase_context.id, event.short_name
   from purchase_context join organization on organization.id = organization_id
     left join event on event.id = purchase_context.id
   where purchase_context.id in (select purchase_context_id from setting where key = any ($1))
     and (event.ends_at is null or event.ends_at > $2)
   order by 1, 3 nulls first`,
)
