import type { CategoryRequest, EventFile, PromoCodeRequest } from '#contract/event-file.ts'
import type { EventRequest } from '#domain/event-editing/event-request.ts'
import { slugOf } from '#domain/event-editing/slug.ts'
import type { Problem } from '#domain/problem.ts'
import type { Shop } from '#server/context.ts'
import { type Needs as EventNeeds, createEvent } from '#server/event-editing/create-event.ts'
import type { EventImage } from '#server/event-editing/event-image.ts'
import { findEvent } from '#server/event-editing/find-event.ts'
import { createOrganization, tellOrganizationProblem } from '#server/organization/keep-organizations.ts'
import { findNamesake, findOrganization, listAllOrganizations } from '#server/organization/find-organizations.ts'
import type { FileProblem } from './read-event-file.ts'
import { tellEventProblem } from '#server/event-editing/tell-event-problem.ts'
import { updateEvent } from '#server/event-editing/update-event.ts'

export type ImportResult =
  | { readonly result: 'created' | 'updated'; readonly shortName: string }
  | { readonly result: 'refused'; readonly problems: readonly FileProblem[] }

type Needs = EventNeeds & Pick<Shop, 'catalog'>

/**
 * Creates the event of a file, public unless it says otherwise, or updates the one of the same short name. Its
 * organisation is the one named as `organizer`, created when there is none; it may be left out in a shop of one.
 */
export async function importEvent(shop: Needs, file: EventFile, image: EventImage): Promise<ImportResult> {
  const event = await findEvent(shop.db, file.slug?.trim() || slugOf(file.title ?? ''))
  const organization = await organizationOf(shop, file, event?.organizationId)
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
  return { result: event ? 'updated' : 'created', shortName: stored.value.shortName }
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

type Found = { readonly id: number } | { readonly problems: readonly FileProblem[] }

async function organizationOf(shop: Needs, { organizer }: EventFile, ownerId: number | undefined): Promise<Found> {
  if (!organizer) return onlyOrganization(shop, ownerId)
  const slug = organizer.slug?.trim() || null
  const named = await findNamesake(shop.db, { name: organizer.name.trim(), slug })
  if (ownerId !== undefined && named?.id !== ownerId) return foreignEvent(shop, ownerId)
  if (named) return { id: named.id }
  const form = { name: organizer.name, slug, email: organizer.email ?? '', description: organizer.name }
  const created = await createOrganization(shop, form)
  if (created.ok) return { id: created.value.id }
  // Another import may have created it at this very moment.
  const meanwhile = await findNamesake(shop.db, { name: organizer.name.trim(), slug })
  return meanwhile ? { id: meanwhile.id } : { problems: created.problems.map(tellOrganizer) }
}

async function onlyOrganization({ db }: Needs, ownerId: number | undefined): Promise<Found> {
  const [first, ...others] = await listAllOrganizations(db)
  if (ownerId !== undefined) return { id: ownerId }
  if (first && others.length === 0) return { id: first.id }
  return {
    problems: [{ field: 'organizer', sentence: 'Say whose event it is: name, slug and email of the organizer.' }],
  }
}

async function foreignEvent({ db }: Needs, ownerId: number): Promise<Found> {
  const owner = await findOrganization(db, ownerId)
  return { problems: [{ field: 'organizer', sentence: `The event belongs to ${owner?.name}.` }] }
}

const tellOrganizer = (problem: Problem): FileProblem => ({
  field: `organizer.${problem.field ?? ''}`,
  sentence: `${tellOrganizationProblem(problem)}.`,
})

function tell(problem: Problem): FileProblem {
  const { fieldName, description } = tellEventProblem(problem)
  return { field: fieldName, sentence: description }
}
