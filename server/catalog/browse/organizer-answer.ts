import type { Organizer } from '#contract/organizer.ts'
import type { OrganizationId } from '#domain/catalog/catalog/common-context.ts'
import { HAS_PUBLIC_OFFER } from '#server/catalog/catalog/context-rows.ts'
import { FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { renderAhead, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { organizationSettings } from '#server/foundation/setting/settings.ts'

/** So many organisers are kept. */
const CAPACITY = 500

/**
 * The organiser with a slug as JSON text, at most FRESH_MS old; undefined where there is none, or none with a public
 * event or pass: a guessed address discloses no organiser who prepares a first event.
 */
export function organizerAnswer({ db }: Pick<Shop, 'db'>): (slug: string) => Promise<string | undefined> {
  const kept = briefMemory({
    milliseconds: FRESH_MS,
    capacity: CAPACITY,
    load: async (slug: string) => {
      const found = await readOrganizer(db, slug)
      return found && JSON.stringify(found)
    },
  })
  return slug => kept.get(slug)
}

async function readOrganizer(db: Database, slug: string): Promise<Organizer | undefined> {
  const [found] = await db.query(PUBLIC_ORGANIZER, [slug])
  if (!found) return undefined
  const { id, name, email } = found
  const settings = await organizationSettings(db, { organizationId: id })
  const about = settings.text('ORGANIZER_ABOUT')
  if (about !== null) await renderAhead([{ to: 'html', markdown: about, owner: ownerOf({ id }) }])
  return {
    slug,
    name,
    email,
    about: about && renderedHtml(about),
    websiteUrl: settings.text('ORGANIZER_WEBSITE'),
    fileBlobId: settings.text('ORGANIZER_PICTURE'),
  }
}

const PUBLIC_ORGANIZER = statement<{ id: OrganizationId; name: string; email: string }>(
  'public-organizer',
  `select id, name, email from organization where slug = $1 and ${HAS_PUBLIC_OFFER}`,
)
