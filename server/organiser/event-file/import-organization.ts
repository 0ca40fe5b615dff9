import type { EventFile } from '#contract/event-file.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Needs } from '#server/organiser/event-editing/save-event.ts'
import { createOrganization, tellOrganizationProblem } from '#server/organiser/organization/keep-organizations.ts'
import {
  findNamesake,
  findOrganization,
  listAllOrganizations,
} from '#server/organiser/organization/find-organizations.ts'
import type { FileProblem } from './read-offer-file.ts'

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
  shop: Needs,
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
  return meanwhile ? { id: meanwhile.id } : { problems: created.problems.map(tellOrganizer) }
}

async function onlyOrganization({ db }: Needs, ownerId: number | undefined, what: string): Promise<Found> {
  const [first, ...others] = await listAllOrganizations(db)
  if (ownerId !== undefined) return { id: ownerId }
  if (first && others.length === 0) return { id: first.id }
  return {
    problems: [{ field: 'organizer', sentence: `Say whose ${what} it is: name, slug and email of the organizer.` }],
  }
}

async function foreign({ db }: Needs, ownerId: number, what: string): Promise<Found> {
  const owner = await findOrganization(db, ownerId)
  return { problems: [{ field: 'organizer', sentence: `The ${what} belongs to ${owner?.name}.` }] }
}

const tellOrganizer = (problem: Problem): FileProblem => ({
  field: `organizer.${problem.field ?? ''}`,
  sentence: `${tellOrganizationProblem(problem)}.`,
})
