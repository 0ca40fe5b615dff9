import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { decodePass } from '#domain/organiser/pass-editing/decode-pass.ts'
import { judgePassChange } from '#domain/organiser/pass-editing/judge-pass.ts'
import type { PassDraft, PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { changedMembers } from '#server/organiser/event-editing/audit-change.ts'
import { type Needs, bothRefusals } from '#server/organiser/event-editing/save-event.ts'
import { problemsOfDescriptions } from '#server/organiser/event-editing/check-descriptions.ts'
import { decodingContext } from '#server/organiser/event-editing/decoding-context.ts'
import { type EventImage, fetchImage, keepImage } from '#server/organiser/event-editing/event-image.ts'
import { planQuestions } from '#server/organiser/event-editing/parts/questions.ts'
import { saveInTurn } from '#server/organiser/event-editing/save-in-turn.ts'
import { notePassInWallets } from '#server/order/wallet-notes/note-changes.ts'
import type { PassOwner } from './find-pass.ts'
import { keepPassParts, problemsOfPassSettings } from './keep-parts.ts'
import { changeEntries, changePass, loadPassDraft, lockPass, salesOf } from './pass-store.ts'

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
      const checked = judged.ok
        ? acceptedUnless([...described, ...besides, ...problemsOfPassSettings(judged.value)], judged.value)
        : refused(...judged.problems, ...besides)
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
  readonly image: Buffer | null
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
