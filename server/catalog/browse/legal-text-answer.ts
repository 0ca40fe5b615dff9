import type { LegalText } from '#contract/legal-text.ts'
import type { LegalKind } from '#domain/catalog/legal-text/legal-kind.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { statement } from '#server/foundation/database/database.ts'
import { THE_SHOP, ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { renderAhead, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'

/** So many versions are kept. */
const CAPACITY = 20

/** A published version as JSON text, at most FRESH_MS old; undefined for a draft, and where there is none. */
export function legalTextAnswer(shop: Pick<Shop, 'db' | 'texts'>): (id: string) => Promise<string | undefined> {
  const kept = briefMemory({
    milliseconds: FRESH_MS,
    capacity: CAPACITY,
    load: async (id: string) => {
      const found = await readLegalText(shop, id)
      return found && JSON.stringify(found)
    },
  })
  return async id => (isUuid(id) ? kept.get(id) : undefined)
}

async function readLegalText({ db, texts }: Pick<Shop, 'db' | 'texts'>, id: string): Promise<LegalText | undefined> {
  const [found] = await db.query(PUBLISHED, [id])
  if (!found) return undefined
  const { organizationId, newestId, newestAt, earlierId, earlierAt, ...version } = found
  const owner = organizationId === null ? THE_SHOP : ownerOf({ id: organizationId })
  const written = shippedLanguages.flatMap(language => {
    const markdown = found.texts[language]
    return markdown === undefined ? [] : [{ language, markdown, say: sayIn(texts, language) }]
  })
  await renderAhead(written.map(({ markdown, say }) => ({ to: 'html', markdown, say, owner })))
  return {
    ...version,
    texts: Object.fromEntries(written.map(({ language, markdown, say }) => [language, renderedHtml(markdown, say)])),
    newest: newestId === null || newestAt === null ? null : { id: newestId, publishedAt: newestAt },
    earlier: earlierId === null || earlierAt === null ? null : { id: earlierId, publishedAt: earlierAt },
  }
}

type Row = {
  readonly id: string
  readonly kind: LegalKind
  readonly organizationId: number | null
  readonly owner: string | null
  readonly number: number
  readonly publishedAt: Instant
  readonly texts: LocalizedTexts
  readonly newestId: string | null
  readonly newestAt: Instant | null
  readonly earlierId: string | null
  readonly earlierAt: Instant | null
}

const PUBLISHED = statement<Row>(
  'public-legal-text',
  `select text.id, text.kind, text.organization_id as "organizationId", organization.name as owner, text.number,
     text.published_at as "publishedAt", text.texts, newest.id as "newestId", newest.published_at as "newestAt",
     earlier.id as "earlierId", earlier.published_at as "earlierAt"
   from legal_text as text
     left join organization on organization.id = text.organization_id
     left join lateral (
       select id, published_at from legal_text
       where organization_id is not distinct from text.organization_id and kind = text.kind and number > text.number
       order by number desc limit 1
     ) as newest on true
     left join legal_text as earlier on earlier.organization_id is not distinct from text.organization_id
       and earlier.kind = text.kind and earlier.number = text.number - 1
   where text.id = $1 and text.number is not null`,
)
