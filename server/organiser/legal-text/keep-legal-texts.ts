import { createHash, randomUUID } from 'node:crypto'
import { legalTextPagePath, pathTo } from '#contract/paths.ts'
import type { Principal, Scope } from '#domain/access/principal/principal.ts'
import { SETTING_OF_LEGAL_KIND } from '#domain/catalog/legal-text/legal-kind.ts'
import { legalTextOf } from '#domain/catalog/legal-text/legal-text.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { THE_SHOP, ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { isRenderable } from '#server/foundation/markdown/rendered-markdown.ts'
import { lockSettings, stateLocked } from '#server/organiser/configuration/change-settings.ts'
import {
  type StoredLegalText,
  deleteDraft,
  findDraft,
  findLegalText,
  insertDraft,
  publishDraft,
  updateDraft,
} from './legal-text-store.ts'

type Needs = Pick<Shop, 'db' | 'clock' | 'config'>

/** Whose texts: of the shop or an organisation. */
export type LegalScope = Exclude<Scope, { kind: 'event' }>

/** `stale`: it is not as the caller has read it, and nothing was changed; with the text as it is. */
export type Kept = { readonly kind: 'done' | 'stale'; readonly text: StoredLegalText }

export const organizationOf = (scope: LegalScope): number | null =>
  scope.kind === 'shop' ? null : scope.organizationId

/** The address of a version, as the setting has it. */
export const pathOf = ({ id }: Pick<StoredLegalText, 'id'>): string => pathTo(legalTextPagePath, { id })

/** What a member has read of a text, as a change of it states it. */
export const seenOf = ({ texts }: Pick<StoredLegalText, 'texts'>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')

type NewText = Pick<StoredLegalText, 'kind' | 'texts'> & { readonly scope: LegalScope }

/** Begins the next version of a kind as a draft, audited. Where there is a draft, it stays; the same text is sent twice and kept once. */
export async function draftText(
  shop: Needs,
  by: Principal,
  { scope, kind, texts: stated }: NewText,
): Promise<Outcome<Kept>> {
  const judged = await judge(scope, stated)
  if (!judged.ok) return judged
  const texts = judged.value
  return changing(shop, by, scope, async ({ tx, note }) => {
    const organizationId = organizationOf(scope)
    const present = await findDraft(tx, { organizationId, kind })
    if (present) return accepted({ kind: seenOf(present) === seenOf({ texts }) ? 'done' : 'stale', text: present })
    const id = randomUUID()
    await insertDraft(tx, { id, organizationId, kind, texts })
    const text = await foundText(tx, id)
    await note('LEGAL_TEXT_DRAFTED', null, text)
    return accepted({ kind: 'done', text })
  })
}

type Change = { readonly id: string; readonly scope: LegalScope; readonly seen: string }

/**
 * Changes a draft, audited, only if it is as the caller has read it; a draft that is already as it is to be stays so. A version stays as it
 * is. Undefined: it is gone.
 */
export async function changeText(
  shop: Needs,
  by: Principal,
  { id, scope, seen, texts: stated }: Change & Pick<StoredLegalText, 'texts'>,
): Promise<Outcome<Kept> | undefined> {
  const judged = await judge(scope, stated)
  if (!judged.ok) return judged
  const texts = judged.value
  return changing(shop, by, scope, async ({ tx, note }): Promise<Outcome<Kept> | undefined> => {
    const before = await findLegalText(tx, id)
    if (!before) return undefined
    if (before.number !== null) return accepted({ kind: 'stale', text: before })
    if (seenOf(before) === seenOf({ texts })) return accepted({ kind: 'done', text: before })
    if (seenOf(before) !== seen) return accepted({ kind: 'stale', text: before })
    await updateDraft(tx, id, texts)
    const text = await foundText(tx, id)
    await note('LEGAL_TEXT_CHANGED', before, text)
    return accepted({ kind: 'done', text })
  })
}

/**
 * Publishes a draft, and states its address as that by which its owner sells, in one transaction: only if the text is as the caller has
 * read it. Published twice is published once, and another address that was stated since stays. Undefined: it is gone.
 */
export async function publishText(shop: Needs, by: Principal, { id, scope, seen }: Change): Promise<Kept | undefined> {
  return changing(shop, by, scope, async ({ tx, actor, note }): Promise<Kept | undefined> => {
    const before = await findLegalText(tx, id)
    if (!before) return undefined
    if (seenOf(before) !== seen) return { kind: 'stale', text: before }
    if (before.number !== null) return { kind: 'done', text: before }
    await publishDraft(tx, before, shop.clock.now())
    const text = await foundText(tx, id)
    await note('LEGAL_TEXT_PUBLISHED', before, text)
    const changes = { [SETTING_OF_LEGAL_KIND[text.kind]]: pathOf(text) }
    const stated = await stateLocked(tx, shop, { scope, by, actor, changes, was: {} })
    if (!stated.ok) throw new Error(`the address of legal text ${id} can't be stated: ${stated.problems[0]?.code}`)
    return { kind: 'done', text }
  })
}

/** Deletes a draft, audited. Refused for a version; undefined for one that is not there. */
export async function deleteText(
  shop: Needs,
  by: Principal,
  { id, scope }: Omit<Change, 'seen'>,
): Promise<Outcome<void> | undefined> {
  return changing(shop, by, scope, async ({ tx, note }): Promise<Outcome<void> | undefined> => {
    const before = await findLegalText(tx, id)
    if (!before) return undefined
    if (!(await deleteDraft(tx, id))) return refused({ code: 'foyer.desk.legal.refused.published' })
    await note('LEGAL_TEXT_DELETED', before, null)
    return accepted(undefined)
  })
}

async function judge(scope: LegalScope, stated: LocalizedTexts): Promise<Outcome<LocalizedTexts>> {
  const judged = legalTextOf(stated, shippedLanguages)
  if (!judged.ok) return judged
  const owner = scope.kind === 'shop' ? THE_SHOP : ownerOf({ id: scope.organizationId })
  const problems = []
  for (const [language, text] of Object.entries(judged.value))
    if (!(await isRenderable(text, owner)))
      problems.push(problem('foyer.desk.legal.refused.too-costly', { field: `texts.${language}` }))
  return acceptedUnless(problems, judged.value)
}

type Changing = {
  readonly tx: Tx
  readonly actor: Actor
  note(action: string, before: StoredLegalText | null, after: StoredLegalText | null): Promise<void>
}

/** One change of the texts of an owner after the other, with the settings that say by which of them is sold. */
async function changing<Result>(
  shop: Needs,
  by: Principal,
  scope: LegalScope,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  const actor = await actorOf(shop.db, by)
  const now = shop.clock.now()
  return transaction(shop.db, async tx => {
    await lockSettings(tx, scope)
    const note: Changing['note'] = (action, before, after) =>
      recordChange(tx, actor, {
        kind: 'SETTING',
        action,
        subject: (after ?? before)?.kind ?? '',
        organizationId: organizationOf(scope),
        before: before && audited(before),
        after: after && audited(after),
        now,
      })
    return work({ tx, actor, note })
  })
}

/** A version keeps its text; of a draft it is noted in which languages how much was written. */
const audited = ({ id, number, texts }: StoredLegalText) => ({
  id,
  number,
  characters: Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text.length])),
})

async function foundText(tx: Tx, id: string): Promise<StoredLegalText> {
  const text = await findLegalText(tx, id)
  if (!text) throw new Error(`legal text ${id} is gone while it is changed`)
  return text
}
