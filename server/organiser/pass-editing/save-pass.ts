import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { FieldPlan } from '#domain/organiser/event-editing/field.ts'
import { decodePass } from '#domain/organiser/pass-editing/decode-pass.ts'
import { judgePassChange } from '#domain/organiser/pass-editing/judge-pass.ts'
import type { PassDraft, PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { putText } from '#server/foundation/language/overrides.ts'
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
import { planQuestions, keepQuestions } from '#server/organiser/event-editing/parts/questions.ts'
import { changedMembers, type Needs, bothRefusals } from '#server/organiser/event-editing/save-event.ts'
import { saveInTurn } from '#server/organiser/event-editing/save-in-turn.ts'
import type { PassOwner } from './find-pass.ts'
import { changeEntries, changePass, loadPassDraft, lockPass, salesOf, insertPass, disablePass } from './pass-store.ts'

type Change = {
  readonly pass: PassOwner
  readonly request: PassRequest
  readonly image: EventImage
  /** The problems of the parts of the pass, reported together with those of the pass. */
  readonly besides?: readonly Problem[]
}

/**
 * Changes a pass; members that are absent or null stay. Refused as `createPass` is, and when passes that are sold or
 * held prevent it. Another number of entries reaches those that were sold, another price does not (domain rules 7.1).
 */
export async function updatePass(
  shop: Needs,
  { pass, request, image, besides = [] }: Change,
): Promise<Outcome<PassOwner>> {
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  const now = shop.clock.now()
  const described = await problemsOfDescriptions({ description: request.description }, { id: pass.organizationId })
  const changed = await saveInTurn({ id: pass.organizationId }, () =>
    transaction(shop.db, async tx => {
      await lockPass(tx, pass.id)
      const stored = await loadPassDraft(tx, pass.id)
      const decoded = decodePass(request, stored, decodingContext(shop, []))
      const judged = decoded.ok ? judgePassChange(stored, decoded.value, await salesOf(tx, pass.id)) : decoded
      const checked = checkedWith(judged, described, besides)
      if (!checked.ok || !content.ok) return bothRefusals(checked, content)
      return store(tx, { pass, stored, draft: checked.value, image: content.value, now })
    }),
  )
  if (changed.ok) shop.log.passPublished(pass.publicId)
  return changed
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
  /** The problems of the parts of the pass, reported together with those of the pass. */
  readonly besides?: readonly Problem[]
}

/**
 * Stores a new pass of an organisation with its questions, settings and image. Refused with all that is wrong at once
 * (domain/organiser/pass-editing/pass-problem.ts).
 */
export async function createPass(
  shop: Needs,
  { organizationId, request, image, publicId = null, besides = [] }: NewPass,
): Promise<Outcome<PassOwner>> {
  const decoded = decodePass(request, null, decodingContext(shop, []))
  const described = await problemsOfDescriptions({ description: request.description }, { id: organizationId })
  const checked = checkedWith(decoded, described, besides)
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  if (!checked.ok || !content.ok) return bothRefusals(checked, content)
  const draft = checked.value
  const now = shop.clock.now()
  const created = await saveInTurn({ id: organizationId }, () =>
    transaction(shop.db, async tx => {
      const questions = await planQuestions(tx, null, draft.fields)
      if (!questions.ok) return questions
      const fileDigest = await keepImage(tx, content.value, now)
      const pass = await insertPass(tx, { draft, organizationId, publicId, fileDigest, now })
      await keepPassParts(tx, pass.id, draft, questions.value)
      await noteAudit(tx, { at: now, type: 'PASS_CREATE', passId: pass.id })
      return accepted({ ...pass, organizationId })
    }),
  )
  if (created.ok) shop.log.passPublished(created.value.publicId)
  return created
}

/** Takes a pass off sale: buyers neither see nor buy it any more, and sold ones stay valid. False when it was off. */
export async function deactivatePass({ db, clock }: Pick<Shop, 'db' | 'clock'>, { id }: PassOwner): Promise<boolean> {
  const now = clock.now()
  return transaction(db, async tx => {
    const wasOn = await disablePass(tx, id, now)
    if (wasOn) await noteAudit(tx, { at: now, type: 'PASS_DEACTIVATE', passId: id })
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
