import type { SubscriptionFile } from '#contract/subscription-file.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import type { PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { EventImage } from '#server/organiser/event-editing/event-image.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { createPass } from '#server/organiser/pass-editing/create-pass.ts'
import { type PassOwner, findPass, findPassesCalled } from '#server/organiser/pass-editing/find-pass.ts'
import { putEventsOfPass, readEvents } from '#server/organiser/pass-editing/link-passes.ts'
import { reportPassProblem } from '#domain/organiser/pass-editing/pass-problem.ts'
import { updatePass } from '#server/organiser/pass-editing/save-pass.ts'
import { tellLacks } from '#server/catalog/sale-check/tell-lacks.ts'
import type { importEvent } from './import-offer.ts'
import { type ImportResult, organizationOf } from './import-organization.ts'
import type { FileProblem } from './read-offer-file.ts'

type Needs = Parameters<typeof importEvent>[0]

/**
 * Creates the pass of a file, public unless it says otherwise, or updates the one of the same id; without an id, the one
 * whose title is the same, among those of the organisation. Its events are those that the file names, when it names any.
 */
export async function importPass(shop: Needs, file: SubscriptionFile, image: EventImage): Promise<ImportResult> {
  const id = file.id?.trim() || null
  if (id !== null && !isUuid(id)) return refusedFor('id', `"${id}" is no id of a pass: use a UUID, or leave it out.`)
  const byId = id === null ? undefined : await findPass(shop.db, id)
  const organization = await organizationOf(shop, file, { ownerId: byId?.organizationId, what: 'pass' })
  if ('problems' in organization) return { result: 'refused', problems: organization.problems }
  const [byTitle, another] = id === null ? await findPassesCalled(shop.db, organization.id, titleOf(file)) : []
  if (another) return refusedFor('id', `Several passes are called "${titleOf(file)}": say by its id which one it is.`)
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
  const request = completed(file)
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
  if (!stored.ok) return { result: 'refused', problems: stored.problems.map(tell) }
  shop.catalog.offerChanged(stored.value)
  if (!linked.ok) return { result: 'refused', problems: linked.problems.map(tell) }
  const notes = await tellLacks(shop, stored.value.id)
  return { result: pass ? 'updated' : 'created', name: stored.value.publicId, ...(notes.length > 0 && { notes }) }
}

/** A file says all there is to say of limits: without a number there is none, and a sale without an end has no end. */
function completed({ maxAvailable, maxEntries, onSaleTo, ...file }: SubscriptionFile): PassRequest {
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

const refusedFor = (field: string, sentence: string): ImportResult => ({
  result: 'refused',
  problems: [{ field, sentence }],
})

function tell(problem: Problem): FileProblem {
  const { fieldName, description } = reportPassProblem(problem)
  return { field: fieldName, sentence: description }
}
