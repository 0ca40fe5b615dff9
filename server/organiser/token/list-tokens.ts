import { codeLinkPath, pathTo } from '#contract/paths.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type HandedToken, listEventTokens } from './token-store.ts'

/** A single-use code with the link that reserves its ticket. */
export type LinkedToken = HandedToken & { readonly link: string }

type Asked = { readonly id: number; readonly shortName: string; readonly category: string | null }

/** The single-use codes of an event's hidden categories, or of one of them; cancelled ones are left out. */
export async function listTokens(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  { id, shortName, category }: Asked,
): Promise<LinkedToken[]> {
  const tokens = await listEventTokens(db, id, category)
  return tokens.map(token => ({
    ...token,
    link: `${config.baseUrl}${pathTo(codeLinkPath, { shortName, code: token.code })}`,
  }))
}
