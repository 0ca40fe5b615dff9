import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, type Refused, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { FieldPlan } from '#domain/organiser/event-editing/field.ts'
import { decodePass } from '#domain/organiser/pass-editing/decode-pass.ts'
import { type LinkDraft, judgePassChange } from '#domain/organiser/pass-editing/judge-pass.ts'
import type { PassDraft, PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import { membersOfPass, withClearedPass } from '#domain/organiser/pass-editing/write-pass.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { putText } from '#server/foundation/language/overrides.ts'
import { organizationSettings } from '#server/foundation/setting/settings.ts'
import { notePassInWallets } from '#server/order/wallet-notes/note-changes.ts'
import {
  problemsOfDescriptions,
  decodingContext,
  type EventImage,
  fetchImage,
  keepImage,
  keepSettings,
  problemsOfEventSettings,
  type ReadImage,
} from '#server/organiser/event-editing/event-checks.ts'
import type { Changed } from '#server/organiser/event-editing/change-event.ts'
import { conflictsOf, noteMembers } from '#server/organiser/event-editing/event-changes.ts'
import { planQuestions, keepQuestions } from '#server/organiser/event-editing/parts/questions.ts'
import { THE_SHOP, changedMembers, type Needs, bothRefusals } from '#server/organiser/event-editing/save-event.ts'
import { saveInTurn } from '#server/organiser/event-editing/save-in-turn.ts'
import type { PassOwner } from './find-pass.ts'
import { type StatedLink, putLinks } from './link-passes.ts'
import { type StatedPass, loadStatedPass } from './load-stated-pass.ts'
import { salesOf } from './pass-sales.ts'
import { changeEntries, changePass, lockPass, insertPass, disablePass } from './pass-store.ts'

type Change = {
  readonly pass: PassOwner
  readonly request: PassRequest
  readonly image: EventImage
  /** The events that take it from now on, as they were requested and as they were read; left out: they stay. */
  readonly links?: RequestedLinks | undefined
  /** The problems of the parts of the pass, reported together with those of the pass. */
  readonly besides?: readonly Problem[]
  readonly check?: StoredCheck
  /** Left out: the shop by itself, as by a file. */
  readonly by?: Actor
}

/** Decides on a pass as it is stored, at the end of the transaction: problems undo all. `before`: null when it is new. */
export type StoredCheck = (
  tx: Tx,
  stored: { readonly id: number; readonly before: PassDraft | null; readonly draft: PassDraft },
) => Promise<readonly Problem[]>

/** Leaves a transaction so that nothing of it is kept. */
class NotKept extends Error {
  readonly outcome: Refused
  constructor(outcome: Refused) {
    super('nothing is kept')
    this.outcome = outcome
  }
}

async function mustPass(check: StoredCheck | undefined, tx: Tx, stored: Parameters<StoredCheck>[1]): Promise<void> {
  const [first, ...others] = (await check?.(tx, stored)) ?? []
  if (first) throw new NotKept(refused(first, ...others))
}

async function unlessNotKept<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotKept) return error.outcome
    throw error
  }
}

export type RequestedLinks = { readonly stated: readonly StatedLink[]; readonly read: readonly LinkDraft[] }

/**
 * Changes a pass; members that are absent or null stay. Refused as `createPass` is, and when passes that are sold or
 * held prevent it. Another number of entries reaches those that were sold, another price does not (domain rules 7.1).
 */
export async function updatePass(shop: Needs, change: Change): Promise<Outcome<PassOwner>> {
  const changed = await changeStored(shop, { ...change, base: null })
  if (changed.kind === 'conflict') throw new Error('a change without a base met a conflict')
  return changed.kind === 'changed' ? accepted(change.pass) : changed.outcome
}

/**
 * Changes a pass as a person edits it, who has read the version `base`: null removes what is stored, and what others have
 * changed since stays. A conflict where they have changed the same members; refused as `updatePass` is.
 */
export const editPass = (shop: Needs, change: Change & { readonly base: number }): Promise<Changed> =>
  changeStored(shop, change)

type AnyChange = Change & { readonly base: number | null }

async function changeStored(shop: Needs, change: AnyChange): Promise<Changed> {
  const { pass, request, image } = change
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  const described = await problemsOfDescriptions({ description: request.description }, { id: pass.organizationId })
  const answer = await unlessNotKept(() =>
    saveInTurn({ id: pass.organizationId }, () =>
      transaction(shop.db, tx => changeLocked(tx, shop, { ...change, content, described })),
    ),
  )
  const changed: Changed = 'kind' in answer ? answer : { kind: 'refused', outcome: answer }
  if (changed.kind === 'changed') shop.log.passPublished(pass.publicId)
  return changed
}

type Prepared = AnyChange & { readonly content: Outcome<ReadImage>; readonly described: readonly Problem[] }

async function changeLocked(tx: Tx, shop: Needs, change: Prepared): Promise<Changed> {
  const { pass, request, image, base, content, described, links, besides = [], by = THE_SHOP } = change
  await lockPass(tx, pass.id)
  const before = await loadStatedPass(tx, pass.id)
  if (base !== null) {
    const meant = new Map(membersOfPass(request))
    if (image !== null) meant.set('imageId', image.from === 'stored' ? image.digest : null)
    if (links) meant.set('events', links.stated)
    const conflicts = await conflictsOf(tx, { kind: 'PASS', subjectId: pass.id, base, stored: before, meant })
    if (conflicts.length > 0) return { kind: 'conflict', version: before.version, conflicts }
  }
  const meant = base === null ? { request, stored: before.draft } : withClearedPass({ request, stored: before.stated })
  const decoded = decodePass(meant.request, meant.stored, await passContext(tx, shop, pass.organizationId))
  const judged = decoded.ok ? judgePassChange(before.draft, decoded.value, await salesOf(tx, pass.id)) : decoded
  const checked = checkedWith(judged, described, besides)
  if (!checked.ok || !content.ok) return { kind: 'refused', outcome: refusalOf(checked, content) }
  const now = shop.clock.now()
  const stored = await store(tx, { pass, stored: before.draft, draft: checked.value, image: content.value, now })
  if (!stored.ok) return { kind: 'refused', outcome: stored }
  if (links) await putLinks(tx, { passId: pass.id }, links.read)
  await mustPass(change.check, tx, { id: pass.id, before: before.draft, draft: checked.value })
  return { kind: 'changed', version: await noteChange(tx, { pass, by, before, now }) }
}

async function passContext(db: Queryable, shop: Needs, organizationId: number) {
  const settings = await organizationSettings(db, { organizationId })
  return { ...decodingContext(shop, []), hasSharedTerms: settings.text('GLOBAL_TERMS') !== null }
}

function refusalOf(one: Outcome<unknown>, other: Outcome<unknown>): Refused {
  const both = bothRefusals(one, other)
  if (both.ok) throw new Error('nothing was refused')
  return both
}

type Noted = {
  readonly pass: PassOwner
  readonly by: Actor
  /** Null when the pass is new. */
  readonly before: StatedPass | null
  readonly now: Instant
}

/** Notes in the log of changes what has become of a pass. Returns its version. */
async function noteChange(tx: Tx, { pass, by, before, now }: Noted): Promise<number> {
  const after = await loadStatedPass(tx, pass.id)
  const { id: subjectId, publicId: subject, organizationId } = pass
  await noteMembers(tx, { kind: 'PASS', subjectId, subject, organizationId, by, before, after, now })
  return after.version
}

type ChangedRecord = {
  readonly pass: PassOwner
  readonly stored: PassDraft
  readonly draft: PassDraft
  readonly image: ReadImage
  readonly now: Instant
}

async function store(tx: Tx, { pass, stored, draft, image, now }: ChangedRecord): Promise<Outcome<PassOwner>> {
  const questions = await planQuestions(tx, pass.id, draft.fields)
  if (!questions.ok) return questions
  const fileDigest = await keepImage(tx, image, now)
  await changePass(tx, pass.id, { draft, fileDigest, now })
  if (draft.usage.maxEntries !== stored.usage.maxEntries) await changeEntries(tx, pass.id, draft.usage.maxEntries)
  await keepPassParts(tx, pass.id, draft, questions.value)
  await notePassInWallets(tx, pass.id, now)
  await noteAudit(tx, {
    at: now,
    type: 'PASS_UPDATE',
    passId: pass.id,
    modifications: { changed: changedMembers(stored, draft) },
  })
  return accepted(pass)
}

type NewPass = {
  readonly organizationId: number
  readonly request: PassRequest
  readonly image: EventImage
  /** The public id it shall have; left out: any. */
  readonly publicId?: string | null
  /** The events that take it, as they were read for no pass yet. */
  readonly links?: readonly LinkDraft[]
  /** The problems of the parts of the pass, reported together with those of the pass. */
  readonly besides?: readonly Problem[]
  readonly check?: StoredCheck
  /** Left out: the shop by itself, as by a file. */
  readonly by?: Actor
}

/**
 * Stores a new pass of an organisation with its questions, settings and image. Refused with all that is wrong at once
 * (domain/organiser/pass-editing/pass-problem.ts).
 */
export async function createPass(
  shop: Needs,
  { organizationId, request, image, publicId = null, links = [], besides = [], check, by = THE_SHOP }: NewPass,
): Promise<Outcome<PassOwner>> {
  const decoded = decodePass(request, null, await passContext(shop.db, shop, organizationId))
  const described = await problemsOfDescriptions({ description: request.description }, { id: organizationId })
  const checked = checkedWith(decoded, described, besides)
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  if (!checked.ok || !content.ok) return bothRefusals(checked, content)
  const draft = checked.value
  const now = shop.clock.now()
  const storeNew = async (tx: Tx): Promise<Outcome<PassOwner>> => {
    const questions = await planQuestions(tx, null, draft.fields)
    if (!questions.ok) return questions
    const fileDigest = await keepImage(tx, content.value, now)
    const pass = await insertPass(tx, { draft, organizationId, publicId, fileDigest, now })
    await keepPassParts(tx, pass.id, draft, questions.value)
    const ofPass = links.map(link => ({ ...link, passId: pass.id }))
    if (ofPass.length > 0) await putLinks(tx, { passId: pass.id }, ofPass)
    await mustPass(check, tx, { id: pass.id, before: null, draft })
    await noteAudit(tx, { at: now, type: 'PASS_CREATE', passId: pass.id })
    const owner = { ...pass, organizationId }
    await noteChange(tx, { pass: owner, by, before: null, now })
    return accepted(owner)
  }
  const created = await unlessNotKept(() => saveInTurn({ id: organizationId }, () => transaction(shop.db, storeNew)))
  if (created.ok) shop.log.passPublished(created.value.publicId)
  return created
}

/** Takes a pass off sale: buyers neither see nor buy it any more, and sold ones stay valid. False when it was off. */
export async function deactivatePass(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  pass: PassOwner,
  by: Actor = THE_SHOP,
): Promise<boolean> {
  const now = clock.now()
  return transaction(db, async tx => {
    await lockPass(tx, pass.id)
    const before = await loadStatedPass(tx, pass.id)
    const wasOn = await disablePass(tx, pass.id, now)
    if (wasOn) {
      await noteChange(tx, { pass, by, before, now })
      await noteAudit(tx, { at: now, type: 'PASS_DEACTIVATE', passId: pass.id })
    }
    return wasOn
  })
}

/** A costly description and wrong settings are reported of a draft that is otherwise good. */
function checkedWith(
  judged: Outcome<PassDraft>,
  described: readonly Problem[],
  besides: readonly Problem[],
): Outcome<PassDraft> {
  if (!judged.ok) return refused(...judged.problems, ...besides)
  const settings = problemsOfEventSettings({ settings: judged.value.settings, categories: [] })
  return acceptedUnless([...described, ...besides, ...settings], judged.value)
}

/** Stores questions, settings and own texts of a pass; the pass is stored before. */
async function keepPassParts(tx: Tx, passId: number, draft: PassDraft, questions: FieldPlan): Promise<void> {
  await keepQuestions(tx, passId, questions)
  await keepSettings(tx, { level: 'context', contextId: passId }, draft.settings)
  for (const text of draft.texts) await putText(tx, { organizationId: null, contextId: passId }, text)
}
