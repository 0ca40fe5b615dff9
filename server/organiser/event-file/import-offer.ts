import type { CategoryRequest, EventFile, PromoCodeRequest } from '#contract/event-file.ts'
import type { SubscriptionFile } from '#contract/subscription-file.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { reportEventProblem, type ReportedProblem } from '#domain/organiser/event-editing/event-problem.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { slugOf } from '#domain/organiser/event-editing/slug.ts'
import type { PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import { reportPassProblem } from '#domain/organiser/pass-editing/pass-problem.ts'
import { findEvent } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { describeLacks } from '#server/catalog/sale-check/lacks.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import type { EventImage } from '#server/organiser/event-editing/event-checks.ts'
import { updateEvent } from '#server/organiser/event-editing/change-event.ts'
import { type Needs as EventNeeds, createEvent } from '#server/organiser/event-editing/save-event.ts'
import {
  findNamesake,
  findOrganization,
  listAllOrganizations,
  createOrganization,
  describeOrganizationProblem,
} from '#server/organiser/organization/keep-organizations.ts'
import { createPass, updatePass } from '#server/organiser/pass-editing/save-pass.ts'
import { type PassOwner, findPass, findPassesCalled } from '#server/organiser/pass-editing/find-pass.ts'
import { putEventsOfPass, readEvents } from '#server/organiser/pass-editing/link-passes.ts'
import type { FileProblem } from './read-offer-file.ts'

type Needs = EventNeeds & Pick<Shop, 'catalog' | 'providers'>

/**
 * Creates the event of a file, public unless it says otherwise, or updates the one of the same short name. Its
 * organisation is the one named as `organizer`, created when there is none; it may be left out in a shop of one.
 */
export async function importEvent(shop: Needs, file: EventFile, image: EventImage): Promise<ImportResult> {
  const event = await findEvent(shop.db, file.slug?.trim() || slugOf(file.title ?? ''))
  const organization = await organizationOf(shop, file, { ownerId: event?.organizationId, what: 'event' })
  if ('problems' in organization) return { result: 'refused', problems: organization.problems }
  const request = completedEvent(file)
  const stored = event
    ? await updateEvent(shop, { event, request, image })
    : await createEvent(shop, {
        organizationId: organization.id,
        request: { ...request, status: file.status ?? 'PUBLIC' },
        image,
      })
  if (!stored.ok) return refusedFor(stored.problems.map(reportEventProblem))
  shop.catalog.offerChanged(stored.value)
  return imported(shop, stored.value.id, { result: event ? 'updated' : 'created', name: stored.value.shortName })
}

/**
 * A file says all there is to say of what it names: a category without a maximum draws from the pool, whatever it did
 * before, and one that is not restricted is open.
 */
export function completedEvent({ tickets, ...file }: EventFile): EventRequest {
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

const refusedFor = (problems: readonly ReportedProblem[]): ImportResult => ({
  result: 'refused',
  problems: problems.map(({ fieldName, description }) => ({ field: fieldName, sentence: description })),
})

/** With what the offer lacks to be sold. */
async function imported(
  shop: Needs,
  id: number,
  done: { readonly result: 'created' | 'updated'; readonly name: string },
): Promise<ImportResult> {
  const notes = await describeLacks(shop, id)
  return { ...done, ...(notes.length > 0 && { notes }) }
}

/**
 * Creates the pass of a file, public unless it says otherwise, or updates the one of the same id; without an id, the one
 * whose title is the same, among those of the organisation. Its events are those that the file names, when it names any.
 */
export async function importPass(shop: Needs, file: SubscriptionFile, image: EventImage): Promise<ImportResult> {
  const id = file.id?.trim() || null
  if (id !== null && !isUuid(id)) return refusedId(`"${id}" is no id of a pass: use a UUID, or leave it out.`)
  const byId = id === null ? undefined : await findPass(shop.db, id)
  const organization = await organizationOf(shop, file, { ownerId: byId?.organizationId, what: 'pass' })
  if ('problems' in organization) return { result: 'refused', problems: organization.problems }
  const [byTitle, another] = id === null ? await findPassesCalled(shop.db, organization.id, titleOf(file)) : []
  if (another) return refusedId(`Several passes are called "${titleOf(file)}": say by its id which one it is.`)
  return importInto(shop, file, { pass: byId ?? byTitle, organizationId: organization.id, image })
}

type Place = { readonly pass: PassOwner | undefined; readonly organizationId: number; readonly image: EventImage }

async function importInto(
  shop: Needs,
  file: SubscriptionFile,
  { pass, organizationId, image }: Place,
): Promise<ImportResult> {
  const events = file.events?.map(({ slug, categories }) => ({ slug: slug.trim(), categories: categories ?? [] }))
  // A pass that isn't stored yet has no number, and needs none to say what is wrong with its events.
  const links = await readEvents(shop.db, pass ?? { id: 0, organizationId }, events ?? [])
  const besides = links.ok ? [] : links.problems
  const request = completedPass(file)
  const stored = pass
    ? await updatePass(shop, { pass, request, image, besides })
    : await createPass(shop, {
        organizationId,
        publicId: file.id?.trim().toLowerCase() || null,
        request: { ...request, isPublic: file.isPublic ?? true },
        image,
        besides,
      })
  const linked: Outcome<unknown> =
    stored.ok && events ? await putEventsOfPass(shop, stored.value, events) : accepted(null)
  if (!stored.ok) return refusedFor(stored.problems.map(reportPassProblem))
  shop.catalog.offerChanged(stored.value)
  if (!linked.ok) return refusedFor(linked.problems.map(reportPassProblem))
  return imported(shop, stored.value.id, { result: pass ? 'updated' : 'created', name: stored.value.publicId })
}

/** A file says all there is to say of limits: without a number there is none, and a sale without an end has no end. */
export function completedPass({ maxAvailable, maxEntries, onSaleTo, ...file }: SubscriptionFile): PassRequest {
  return {
    ...file,
    maxAvailable: maxAvailable ?? -1,
    maxEntries: maxEntries ?? (file.termType === 'numEntries' ? null : -1),
    onSaleTo: onSaleTo ?? '',
  }
}

/** In the first language of the pass. */
function titleOf({ title }: SubscriptionFile): string {
  const first = shippedLanguages.find(language => title?.some(({ lang }) => lang.trim().toLowerCase() === language))
  return cleanLine(title?.find(({ lang }) => lang.trim().toLowerCase() === first)?.body ?? '')
}

const refusedId = (sentence: string): ImportResult => ({ result: 'refused', problems: [{ field: 'id', sentence }] })

/** What became of a file; `name` is what addresses know the event or pass by. */
export type ImportResult =
  | {
      readonly result: 'created' | 'updated'
      readonly name: string
      /** What it lacks to be sold; left out where it lacks nothing. */
      readonly notes?: readonly string[]
    }
  | { readonly result: 'refused'; readonly problems: readonly FileProblem[] }

type NamesOrganizer = {
  readonly organizer?: Pick<NonNullable<EventFile['organizer']>, 'name' | 'slug' | 'email'> | null
}

type Found = { readonly id: number } | { readonly problems: readonly FileProblem[] }

/** The organisation that a file names as `organizer`, created when there is none; it may be left out in a shop of one. */
export async function organizationOf(
  shop: EventNeeds,
  { organizer }: NamesOrganizer,
  { ownerId, what }: { readonly ownerId: number | undefined; readonly what: 'event' | 'pass' },
): Promise<Found> {
  if (!organizer) return onlyOrganization(shop, ownerId, what)
  const slug = organizer.slug?.trim() || null
  const named = await findNamesake(shop.db, { name: organizer.name.trim(), slug })
  if (ownerId !== undefined && named?.id !== ownerId) return foreign(shop, ownerId, what)
  if (named) return { id: named.id }
  const form = { name: organizer.name, slug, email: organizer.email ?? '', description: organizer.name }
  const created = await createOrganization(shop, form)
  if (created.ok) return { id: created.value.id }
  // Another import may have created it at this very moment.
  const meanwhile = await findNamesake(shop.db, { name: organizer.name.trim(), slug })
  return meanwhile ? { id: meanwhile.id } : { problems: created.problems.map(describeOrganizer) }
}

async function onlyOrganization({ db }: EventNeeds, ownerId: number | undefined, what: string): Promise<Found> {
  const [first, ...others] = await listAllOrganizations(db)
  if (ownerId !== undefined) return { id: ownerId }
  if (first && others.length === 0) return { id: first.id }
  return {
    problems: [{ field: 'organizer', sentence: `Say whose ${what} it is: name, slug and email of the organizer.` }],
  }
}

async function foreign({ db }: EventNeeds, ownerId: number, what: string): Promise<Found> {
  const owner = await findOrganization(db, ownerId)
  return { problems: [{ field: 'organizer', sentence: `The ${what} belongs to ${owner?.name}.` }] }
}

const describeOrganizer = (problem: Problem): FileProblem => ({
  field: `organizer.${problem.field ?? ''}`,
  sentence: `${describeOrganizationProblem(problem)}.`,
})
