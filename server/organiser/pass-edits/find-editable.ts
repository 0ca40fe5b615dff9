import type { FastifyRequest } from 'fastify'
import type { DeskPassMembers } from '#contract/desk-pass.ts'
import { may } from '#domain/access/principal/principal.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { deskPrincipal } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { settingsOfOtherRoles } from '#server/organiser/configuration/event-settings.ts'
import { type PassOwner, findPass } from '#server/organiser/pass-editing/find-pass.ts'
import { readEvents } from '#server/organiser/pass-editing/link-passes.ts'
import type { RequestedLinks } from '#server/organiser/pass-editing/save-pass.ts'

/** The pass of this id that the caller may edit; undefined for every other one. */
export async function editablePass(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  passId: string,
): Promise<PassOwner | undefined> {
  const pass = await findPass(db, passId)
  if (!pass) return undefined
  return may(deskPrincipal(request), 'manage-events', { organizationId: pass.organizationId }) ? pass : undefined
}

type Requested = {
  /** Null: a pass that is to be created. */
  readonly pass: PassOwner | null
  readonly organizationId: number
}

/** Settings that are not the caller's to state, such as the account that buyers pay to in what an editor sends. */
export const barredSettings = (
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  { pass, organizationId, settings }: Requested & { readonly settings: DeskPassMembers['settings'] },
): Promise<Problem[]> =>
  settingsOfOtherRoles(db, deskPrincipal(request), { organizationId, eventId: pass?.id ?? null }, settings)

/** The events that a request says take the pass, and what prevents it; undefined links: the request does not say. */
export async function requestedLinks(
  { db }: Pick<Shop, 'db'>,
  { pass, organizationId, events }: Requested & { readonly events: DeskPassMembers['events'] },
): Promise<{ readonly links: RequestedLinks | undefined; readonly problems: readonly Problem[] }> {
  if (events === undefined) return { links: undefined, problems: [] }
  const stated = (events ?? []).map(({ slug, categories }) => ({
    slug: slug.trim(),
    categories: [...(categories ?? [])].map(name => name.trim()).filter(Boolean),
  }))
  // A pass that isn't stored yet has no number, and needs none to say what is wrong with its events.
  const read = await readEvents(db, pass ?? { id: 0, organizationId }, stated)
  return { links: { stated, read: read.ok ? read.value : [] }, problems: read.ok ? [] : read.problems }
}
