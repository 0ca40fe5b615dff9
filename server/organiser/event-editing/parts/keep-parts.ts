import type { Instant } from '#domain/foundation/instant.ts'
import {
  clashingCodes,
  type DiscountPlan,
  planDiscounts,
  type CodePlan,
  type StoredCode,
  isSameEffect,
  planPromoCodes,
} from '#domain/organiser/event-editing/promo-code.ts'
import type { EventDraft, GroupLinkDraft, PromoCodeDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { type ServicePlan, planServices } from '#domain/organiser/event-editing/service.ts'
import type { FieldPlan } from '#domain/organiser/event-editing/field.ts'
import { type PollPlan, planPolls } from '#domain/organiser/event-editing/poll.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { categoryIds, keepFields, planQuestions } from './questions.ts'
import {
  type CodeOwner,
  deleteCodes,
  endCodes,
  keepFromUse,
  loadCodes,
  loadDiscounts,
  putCodes,
  putDiscounts,
  retireDiscounts,
} from './code-store.ts'
import { categoryCodesElsewhere } from '../event-store.ts'
import { type StoredGroup, loadGroups, putGroup, putGroupLink } from './group-store.ts'
import { lockOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { keepPolls, lockPolls } from './poll-store.ts'
import {
  addUnits,
  deleteServices,
  endServices,
  keepFromSale,
  loadServiceUnits,
  putService,
  removeUnits,
} from './service-store.ts'
import { putText } from '#server/foundation/language/overrides.ts'
import { keepTokens } from '#server/organiser/token/tokens.ts'

/** What becomes of extras, codes and discounts; decided before anything of the event is stored. */
export type PartsPlan = {
  readonly services: ServicePlan
  readonly promoCodes: CodePlan
  readonly discounts: DiscountPlan
  readonly polls: PollPlan
  readonly fields: FieldPlan
  /** Null: as they are stored. */
  readonly organizerCodes: CodePlan | null
}

/** An event that is there already; a new one has no parts yet. */
type Stored = { readonly id: number; readonly currency: EventDraft['currency'] }

/**
 * Decides how the parts change (domain rules 4.8 in spirit: what has been sold stays). Refused with all that prevents
 * it, for codes that clash, and for groups the organisation hasn't got.
 */
export async function planParts(
  tx: Tx,
  draft: EventDraft,
  {
    organizationId,
    stored,
    now,
  }: { readonly organizationId: number; readonly stored: Stored | null; readonly now: Instant },
): Promise<Outcome<PartsPlan>> {
  const eventId = stored?.id ?? null
  const { promoCodes, organizerCodes, clashing } = await planCodes(tx, draft, { organizationId, eventId, now })
  // After codes, as buyers take them.
  if (stored) await keepFromSale(tx, stored.id, draft.services)
  const units = stored ? await loadServiceUnits(tx, stored.id) : []
  const rules = stored ? await loadDiscounts(tx, stored.id, stored.currency) : []
  const services = planServices(units, draft.services, draft.languages[0] ?? '')
  const polls = planPolls(stored ? await lockPolls(tx, stored.id) : [], draft.polls, draft.languages[0] ?? '')
  const fields = await planQuestions(tx, eventId, draft.fields)
  const unknown = unknownGroups(draft, await loadGroups(tx, organizationId))
  const plans = [services, promoCodes, organizerCodes, polls, fields] as const
  const [first, ...others] = [...plans.flatMap(plan => (plan.ok ? [] : plan.problems)), ...clashing, ...unknown]
  if (first !== undefined) return refused(first, ...others)
  if (!services.ok || !promoCodes.ok || !organizerCodes.ok || !polls.ok || !fields.ok) {
    throw new Error('a plan was refused without a problem')
  }
  return accepted({
    services: services.value,
    promoCodes: promoCodes.value,
    organizerCodes: organizerCodes.value,
    discounts: planDiscounts(rules, draft.discounts),
    polls: polls.value,
    fields: fields.value,
  })
}

/** Waits for others who change the parts of an event of the organisation: its codes hold in all of them. */
async function planCodes(
  tx: Tx,
  { categories, promoCodes, organizer }: EventDraft,
  { organizationId, eventId, now }: { organizationId: number; eventId: number | null; now: Instant },
) {
  await lockOrganization(tx, organizationId)
  const ofEvent = eventId === null ? [] : await codesAtRest(tx, { organizationId, eventId }, promoCodes)
  const ofOrganizer = await codesAtRest(tx, { organizationId, eventId: null }, organizer.promoCodes)
  return {
    promoCodes: planPromoCodes(ofEvent, promoCodes, 'tickets.promoCodes'),
    organizerCodes: planOrganizerCodes(ofOrganizer, organizer.promoCodes),
    clashing: clashingCodes({
      categories,
      event: { stored: ofEvent, next: promoCodes },
      organizer: { stored: ofOrganizer, next: organizer.promoCodes ?? ofOrganizer },
      elsewhere: organizer.promoCodes ? await categoryCodesElsewhere(tx, { organizationId, eventId, now }) : [],
      now,
    }),
  }
}

/**
 * The stored codes of an owner. Unused codes that are to go or to change can't be used until the transaction ends, so
 * that the decision about them holds. All others are used meanwhile as ever.
 */
async function codesAtRest(tx: Tx, owner: CodeOwner, next: readonly PromoCodeDraft[] | null): Promise<StoredCode[]> {
  const stored = await loadCodes(tx, owner)
  if (next === null) return stored
  const isKept = ({ code, effect }: StoredCode) =>
    next.some(draft => draft.code === code && isSameEffect(effect, draft.effect))
  const touched = stored.filter(one => !one.isUsed && !isKept(one)).map(({ id }) => id)
  if (touched.length === 0) return stored
  await keepFromUse(tx, touched)
  return loadCodes(tx, owner)
}

/** They are known by their text: another process may just have stored them. */
function planOrganizerCodes(
  stored: readonly StoredCode[],
  stated: EventDraft['organizer']['promoCodes'],
): Outcome<CodePlan | null> {
  if (stated === null) return accepted(null)
  const codes = stated.map(draft => ({ ...draft, id: stored.find(({ code }) => code === draft.code)?.id ?? null }))
  return planPromoCodes(stored, codes, 'organizer.promoCodes')
}

/** Groups that a link names and that neither are stored nor come with the event. */
function unknownGroups(draft: EventDraft, stored: readonly StoredGroup[]): Problem[] {
  const names = [...stored.map(({ name }) => name), ...(draft.organizer.groups ?? []).map(({ name }) => name)]
  const isThere = ({ group }: GroupLinkDraft) =>
    typeof group === 'number' ? stored.some(({ id }) => id === group) : names.includes(group)
  const links = [
    { link: draft.groupLink, field: 'groupLink' },
    ...draft.categories.map(({ groupLink: link }) => ({ link, field: 'tickets.categories' })),
  ]
  return links.flatMap(({ link, field }) =>
    link && !isThere(link) ? [problem('group-unknown', { field, args: [link.group] })] : [],
  )
}

type Kept = {
  readonly eventId: number
  readonly organizationId: number
  /** Of the categories of the draft, in their order. */
  readonly categories: readonly number[]
  readonly now: Instant
}

/** Stores the parts as planned; the categories are stored before. */
export async function keepParts(tx: Tx, draft: EventDraft, plan: PartsPlan, kept: Kept): Promise<void> {
  const { eventId, organizationId, now } = kept
  const ids = categoryIds(draft.categories, kept.categories)
  const scope = { ids, now }
  await keepServices(tx, plan.services, kept)
  await keepCodes(tx, { organizationId, eventId }, plan.promoCodes, scope)
  if (plan.organizerCodes) await keepCodes(tx, { organizationId, eventId: null }, plan.organizerCodes, scope)
  await retireDiscounts(tx, plan.discounts.retired, now)
  await putDiscounts(tx, eventId, plan.discounts.rules, ids)
  await keepTokens(tx, draft, kept)
  await keepGroups(tx, draft, kept)
  await keepPolls(tx, eventId, plan.polls)
  await keepFields(tx, eventId, plan.fields, { categories: ids, firstLanguage: draft.languages[0] ?? '' })
  const owner = { organizationId: null, contextId: eventId }
  for (const text of draft.texts) await putText(tx, owner, text)
}

async function keepServices(tx: Tx, { changes, ended, deleted }: ServicePlan, { eventId, now }: Kept): Promise<void> {
  for (const { service, added, removed } of changes) {
    const id = await putService(tx, eventId, service)
    await addUnits(tx, id, added)
    await removeUnits(tx, id, removed)
  }
  await endServices(tx, ended, now)
  await deleteServices(tx, deleted)
}

async function keepCodes(
  tx: Tx,
  owner: CodeOwner,
  { put, ended, deleted }: CodePlan,
  scope: Parameters<typeof putCodes>[3],
): Promise<void> {
  await endCodes(tx, ended, scope.now)
  await deleteCodes(tx, deleted)
  await putCodes(tx, owner, put, scope)
}

async function keepGroups(tx: Tx, draft: EventDraft, { eventId, organizationId, ...kept }: Kept): Promise<void> {
  for (const group of draft.organizer.groups ?? []) await putGroup(tx, organizationId, group)
  const groups = await loadGroups(tx, organizationId)
  const linked = (link: GroupLinkDraft | null) => link && { ...link, group: idOf(link, groups) }
  await putGroupLink(tx, { eventId, categoryId: null }, linked(draft.groupLink))
  for (const [index, { groupLink }] of draft.categories.entries()) {
    const categoryId = kept.categories[index]
    if (categoryId === undefined) throw new Error(`category ${index} is not stored`)
    await putGroupLink(tx, { eventId, categoryId }, linked(groupLink))
  }
}

function idOf({ group }: GroupLinkDraft, groups: readonly StoredGroup[]): number {
  const found = groups.find(({ id, name }) => id === group || name === group)
  if (!found) throw new Error(`there is no group ${group}`)
  return found.id
}
