import type { CategoryRequest, EventFile, PromoCodeRequest } from '#contract/event-file.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { slugOf } from '#domain/organiser/event-editing/slug.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Needs as EventNeeds, createEvent } from '#server/organiser/event-editing/save-event.ts'
import type { EventImage } from '#server/organiser/event-editing/event-image.ts'
import { findEvent } from '#server/access/api-key/own-event.ts'
import { tellLacks } from '#server/catalog/sale-check/tell-lacks.ts'
import { type ImportResult, organizationOf } from './import-organization.ts'
import type { FileProblem } from './read-offer-file.ts'
import { reportEventProblem } from '#domain/organiser/event-editing/event-problem.ts'
import { updateEvent } from '#server/organiser/event-editing/update-event.ts'

type Needs = EventNeeds & Pick<Shop, 'catalog' | 'providers'>

/**
 * Creates the event of a file, public unless it says otherwise, or updates the one of the same short name. Its
 * organisation is the one named as `organizer`, created when there is none; it may be left out in a shop of one.
 */
export async function importEvent(shop: Needs, file: EventFile, image: EventImage): Promise<ImportResult> {
  const event = await findEvent(shop.db, file.slug?.trim() || slugOf(file.title ?? ''))
  const organization = await organizationOf(shop, file, { ownerId: event?.organizationId, what: 'event' })
  if ('problems' in organization) return { result: 'refused', problems: organization.problems }
  const request = completed(file)
  const stored = event
    ? await updateEvent(shop, { event, request, image })
    : await createEvent(shop, {
        organizationId: organization.id,
        request: { ...request, status: file.status ?? 'PUBLIC' },
        image,
      })
  if (!stored.ok) return { result: 'refused', problems: stored.problems.map(tell) }
  shop.catalog.offerChanged(stored.value)
  const notes = await tellLacks(shop, stored.value.id)
  return { result: event ? 'updated' : 'created', name: stored.value.shortName, ...(notes.length > 0 && { notes }) }
}

/**
 * A file says all there is to say of what it names: a category without a maximum draws from the pool, whatever it did
 * before, and one that is not restricted is open.
 */
function completed({ tickets, ...file }: EventFile): EventRequest {
  return {
    ...file,
    groupLink: file.groupLink ?? {},
    additionalServices: file.additionalServices?.map(service => ({
      ...service,
      availableQuantity: service.availableQuantity ?? -1,
    })),
    tickets: tickets && {
      ...tickets,
      categories: (tickets.categories ?? []).map(completedCategory),
      promoCodes: tickets.promoCodes?.map(completedCode),
    },
    organizer: file.organizer && {
      ...file.organizer,
      promoCodes: file.organizer.promoCodes?.map(completedCode),
    },
  }
}

const completedCategory = (category: CategoryRequest) => ({
  ...category,
  maxTickets: category.maxTickets ?? 0,
  accessRestricted: category.accessRestricted ?? false,
  accessCode: category.accessCode ?? '',
  groupLink: category.groupLink ?? {},
})

const completedCode = (code: PromoCodeRequest) => ({ ...code, maxUsage: code.maxUsage ?? -1 })

function tell(problem: Problem): FileProblem {
  const { fieldName, description } = reportEventProblem(problem)
  return { field: fieldName, sentence: description }
}
