import type { Language } from '#domain/foundation/language/texts.ts'
import type { Members } from '#domain/organiser/event-editing/members.ts'
import type { PassDraft } from '#domain/organiser/pass-editing/pass-draft.ts'
import { membersOfPass, writePass } from '#domain/organiser/pass-editing/write-pass.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { ownTexts } from '#server/foundation/language/overrides.ts'
import { statedBy } from '#server/foundation/setting/stated-settings.ts'
import { openSettings, secretsOf } from '#server/organiser/event-editing/load-stated.ts'
import { type StatedLink, statedLinks } from './link-passes.ts'
import { loadPassDraft } from './pass-store.ts'

/** All that an organiser has stated about a pass, settings and own texts among it. */
export type StatedPass = {
  /** As `loadPassDraft` has it: what a change is read against. */
  readonly draft: PassDraft
  /** The same with settings but secret ones, and own texts. */
  readonly stated: PassDraft
  readonly version: number
  readonly imageId: string | null
  /** The events that take it. */
  readonly links: readonly StatedLink[]
  /** One by one; of a secret setting, that it is set. */
  readonly members: Members
}

export async function loadStatedPass(db: Queryable, id: number): Promise<StatedPass> {
  const context = await db.kysely
    .selectFrom('purchase_context')
    .select(['version', 'file_digest as imageId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const draft = await loadPassDraft(db, id)
  const settings = await statedBy(db, { level: 'context', contextId: id })
  const texts = await ownTexts({ db }, { organizationId: null, contextId: id })
  const stated: PassDraft = {
    ...draft,
    settings: openSettings(settings),
    // The shop has stored no language but its own.
    texts: texts.map(text => ({ ...text, language: text.language as Language })),
  }
  const links = await statedLinks(db, id)
  const members = new Map<string, unknown>([...membersOfPass(writePass(stated)), ...secretsOf(settings)])
  members.set('imageId', context.imageId).set('events', links)
  return { ...context, draft, stated, links, members }
}
