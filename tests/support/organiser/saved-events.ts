import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { EventImage } from '#server/organiser/event-editing/event-checks.ts'
import { updateEvent } from '#server/organiser/event-editing/change-event.ts'
import { createEvent } from '#server/organiser/event-editing/save-event.ts'
import { createOrganization } from '#server/organiser/organization/keep-organizations.ts'

/** Events of an organisation that is new in each test. */
export function savedEvents(shop: Shop) {
  let organizationId = 0
  beforeEach(async () => {
    const form = { name: `Alpine ${randomUUID()}`, email: 'hello@alpine.example', description: 'Hosts' }
    const created = await createOrganization(shop, form)
    if (!created.ok) throw new Error('no organisation')
    organizationId = created.value.id
  })
  return {
    organizationOfTest: () => organizationId,
    /** Throws when the event is refused. */
    async create(request: EventRequest, image: EventImage = null): Promise<EventOwner> {
      const created = await createEvent(shop, { organizationId, request, image })
      if (!created.ok) throw new Error(JSON.stringify(created.problems))
      return created.value
    },
    /** The codes of what is wrong. */
    async change(event: EventOwner, request: EventRequest): Promise<string[]> {
      const changed = await updateEvent(shop, { event, request, image: null })
      return changed.ok ? [] : changed.problems.map(({ code }) => code)
    },
  }
}
