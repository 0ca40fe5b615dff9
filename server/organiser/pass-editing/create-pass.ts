import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { decodePass } from '#domain/organiser/pass-editing/decode-pass.ts'
import type { PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { type Needs, bothRefusals } from '#server/organiser/event-editing/save-event.ts'
import { problemsOfDescriptions } from '#server/organiser/event-editing/check-descriptions.ts'
import { decodingContext } from '#server/organiser/event-editing/decoding-context.ts'
import { type EventImage, fetchImage, keepImage } from '#server/organiser/event-editing/event-image.ts'
import { planQuestions } from '#server/organiser/event-editing/parts/questions.ts'
import { saveInTurn } from '#server/organiser/event-editing/save-in-turn.ts'
import type { PassOwner } from './find-pass.ts'
import { keepPassParts, problemsOfPassSettings } from './keep-parts.ts'
import { insertPass } from './pass-store.ts'

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
  const checked = decoded.ok
    ? acceptedUnless([...described, ...besides, ...problemsOfPassSettings(decoded.value)], decoded.value)
    : refused(...decoded.problems, ...besides)
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
