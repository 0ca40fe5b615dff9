import type { LegalKind } from '#domain/catalog/legal-text/legal-kind.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'

/** The draft from which a text was read; null for one that is new. */
export type Base = { readonly id: string; readonly seen: string }

/** What was typed and is not saved. */
export type TypedText = { readonly texts: LocalizedTexts; readonly base: Base | null }

/** Where it is kept, so that it survives a reload: for each member, owner and kind. */
export function typedTextOf(memberId: number, organizationId: number | null, kind: LegalKind) {
  const name = `foyer.desk.legal.${memberId}.${organizationId ?? 'shop'}.${kind}`
  return {
    read: (): TypedText | undefined => decoded(tabStorage.read(name)),
    write: (typed: TypedText): void => tabStorage.write(name, typed),
    remove: (): void => tabStorage.remove(name),
  }
}

/** What an older version of the page has kept may look otherwise. */
function decoded(stored: unknown): TypedText | undefined {
  if (typeof stored !== 'object' || stored === null || !('texts' in stored)) return undefined
  const texts = Object.entries(Object(stored.texts)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { texts: Object.fromEntries(texts), base: 'base' in stored ? baseIn(stored.base) : null }
}

function baseIn(stored: unknown): Base | null {
  if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('seen' in stored)) return null
  const { id, seen } = stored
  return typeof id === 'string' && typeof seen === 'string' ? { id, seen } : null
}
