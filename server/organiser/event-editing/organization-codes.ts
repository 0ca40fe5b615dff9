import { createHash } from 'node:crypto'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { PromoCodeDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { newFindings } from '#domain/organiser/event-editing/event-problem.ts'
import {
  type CodePlan,
  type OrganizationCodeRequest,
  type StoredCode,
  readOrganizationCodes,
} from '#domain/organiser/event-editing/promo-code.ts'
import { writeOrganizationCode } from '#domain/organiser/event-editing/write-parts.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { findOrganization, lockOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { decodingContext } from './event-checks.ts'
import { loadCodes } from './parts/code-store.ts'
import { keepCodes, planCodes } from './parts/keep-codes.ts'
import { categoryIds } from './parts/questions.ts'
import { saveInTurn } from './save-in-turn.ts'

/** The codes that lower prices in all events of an organisation. */
export async function codesOfOrganization(db: Queryable, organizationId: number): Promise<readonly StoredCode[]> {
  return (await loadCodes(db, { organizationId, eventId: null })).filter(isLowering)
}

const isLowering = ({ effect }: Pick<PromoCodeDraft, 'effect'>): boolean => effect.codeType === 'DISCOUNT'

/** What a member has read of the codes, as a change of them states it. */
export const seenOf = (codes: readonly PromoCodeDraft[]): string =>
  createHash('sha256')
    .update(JSON.stringify(codes.map(writeOrganizationCode('UTC'))))
    .digest('base64url')

type CodeChange = {
  readonly organizationId: number
  /** All codes that there are to be. */
  readonly requests: readonly OrganizationCodeRequest[]
  readonly timeZone: string
  /** Of an amount that states none. */
  readonly currency: Currency
  /** Of the codes that the caller has read. */
  readonly seen: string
  readonly by: Actor
}

/** `stale`: they are not as the caller has read them, and nothing was changed; with the codes as they are. */
type Kept = { readonly kind: 'done' | 'stale'; readonly codes: readonly StoredCode[] }

/**
 * Changes the codes of an organisation, audited, only if they are as the caller has read them; codes that are already as they are to be stay
 * so. Refused as the same codes stated with an event are. Undefined: there is no such organisation.
 */
export async function changeOrganizationCodes(
  shop: Pick<Shop, 'db' | 'clock' | 'texts'>,
  change: CodeChange,
): Promise<Outcome<Kept> | undefined> {
  return saveInTurn({ id: change.organizationId }, () => transaction(shop.db, tx => changeLocked(tx, shop, change)))
}

async function changeLocked(
  tx: Tx,
  shop: Pick<Shop, 'clock' | 'texts'>,
  change: CodeChange,
): Promise<Outcome<Kept> | undefined> {
  const { organizationId, seen } = change
  const owner = { organizationId, eventId: null }
  await lockOrganization(tx, organizationId)
  const organization = await findOrganization(tx, organizationId)
  if (!organization) return undefined
  const stored = await loadCodes(tx, owner)
  const before = stored.filter(isLowering)
  const stated = readAll(shop, change, before)
  if (!stated.ok) return stated
  const now = shop.clock.now()
  // One that opens a category is not in the list, and stays.
  const promoCodes = [...stored.filter(code => !isLowering(code)), ...stated.value]
  const draft = { categories: [], promoCodes: [], organizer: { groups: null, promoCodes } }
  const { organizerCodes: plan, clashing } = await planCodes(tx, draft, { ...owner, now })
  if (plan.ok && plan.value && changesNothing(plan.value, before, now)) return accepted({ kind: 'done', codes: before })
  if (seenOf(before) !== seen) return accepted({ kind: 'stale', codes: before })
  const [first, ...others] = [...(plan.ok ? [] : plan.problems), ...clashing].map(inList)
  if (first) return refused(first, ...others)
  if (!plan.ok || !plan.value) throw new Error('codes were stated, and there is no plan for them')
  await keepCodes(tx, owner, plan.value, { ids: categoryIds([], []), now })
  const codes = await codesOfOrganization(tx, organizationId)
  await recordChange(tx, change.by, {
    kind: 'ORGANIZATION',
    action: 'ORGANIZATION_CODES_CHANGED',
    subject: organization.name,
    organizationId,
    before: audited(before),
    after: audited(codes),
    now,
  })
  return accepted({ kind: 'done', codes })
}

function readAll(
  shop: Pick<Shop, 'clock' | 'texts'>,
  { requests, timeZone, currency }: CodeChange,
  stored: readonly StoredCode[],
): Outcome<readonly PromoCodeDraft[]> {
  const findings = newFindings()
  const context = decodingContext(shop, stored)
  const codes = readOrganizationCodes({ context, findings }, requests, { timeZone, currency })
  const [first, ...others] = findings.problems
  if (first) return refused(first, ...others)
  if (!codes) throw new Error('a code could not be read, and no problem says why')
  return accepted(codes)
}

/** A code that orders were made with stays when it is taken out; one that has ended already does not end again. */
function changesNothing({ put, ended, deleted }: CodePlan, stored: readonly StoredCode[], now: number): boolean {
  const hasEnded = (id: number) => stored.some(code => code.id === id && code.valid.end <= now)
  return put.length === 0 && deleted.length === 0 && ended.every(hasEnded)
}

/** An event states the codes of its organisation under another name. */
const inList = ({ code, args }: Problem): Problem =>
  problem(code, { field: 'promoCodes', ...(args !== undefined && { args }) })

const audited = (codes: readonly StoredCode[]) => ({ promoCodes: codes.map(writeOrganizationCode('UTC')) })
