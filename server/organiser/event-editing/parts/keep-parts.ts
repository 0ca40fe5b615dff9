import type { Instant } from '#domain/foundation/instant.ts'
import { type DiscountPlan, planDiscounts, type CodePlan } from '#domain/organiser/event-editing/promo-code.ts'
import type { EventDraft, GroupLinkDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { type ServicePlan, planServices } from '#domain/organiser/event-editing/service.ts'
import type { FieldPlan } from '#domain/organiser/event-editing/field.ts'
import { type PollPlan, planPolls } from '#domain/organiser/event-editing/poll.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { categoryIds, keepFields, planQuestions } from './questions.ts'
import { loadDiscounts, putDiscounts, retireDiscounts } from './code-store.ts'
import { keepCodes, planCodes } from './keep-codes.ts'
import { type StoredGroup, loadGroups, putGroup, putGroupLink } from './group-store.ts'
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
