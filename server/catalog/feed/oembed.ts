import type { Oembed } from '#contract/oembed.ts'
import { eventPagePath, organizerPagePath, passPagePath, pathTo } from '#contract/paths.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { findPublicOrganizer } from '#server/catalog/catalog/context-rows.ts'
import type { Shop } from '#server/catalog/context.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'

/** A page of the shop that other sites may show. */
type Embeddable = {
  readonly title: string
  readonly organizer: { readonly name: string; readonly slug: string | null }
  /** Its own address, without query. */
  readonly url: string
  /** With the tickets alone; an organiser's page is a list. */
  readonly hasTickets: boolean
  /** False: it is for those who know its address. */
  readonly isPublic: boolean
}

/** Longer names are nothing of ours. */
const PAGE = /^\/(event|subscription|o)\/([^/]{1,200})\/?$/

/**
 * Finds the page at an address of this shop: that of an event, a pass or an organiser. Its query is left out. Undefined for
 * every other address, those of other hosts among them.
 */
export async function embeddable(shop: Shop, address: string): Promise<Embeddable | undefined> {
  const { baseUrl } = shop.config
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.origin !== new URL(baseUrl).origin || url.username !== '' || url.password !== '') return undefined
  const [, kind, segment = ''] = PAGE.exec(url.pathname) ?? []
  const name = decoded(segment)
  if (kind === undefined || name === undefined) return undefined
  if (kind === 'o') return organizerPage(shop, name)
  const offer = await (kind === 'event' ? shop.catalog.offeredEvent(name) : shop.catalog.offeredPass(name))
  if (!offer) return undefined
  const { context } = offer
  const path = kind === 'event' ? pathTo(eventPagePath, { shortName: name }) : pathTo(passPagePath, { id: name })
  return {
    title: displayName(context),
    organizer: { name: context.organization.name, slug: context.organization.slug },
    url: baseUrl + path,
    hasTickets: true,
    isPublic: context.status !== 'DRAFT',
  }
}

async function organizerPage({ db, config }: Shop, slug: string): Promise<Embeddable | undefined> {
  const name = await findPublicOrganizer(db, slug)
  if (name === undefined) return undefined
  const url = config.baseUrl + pathTo(organizerPagePath, { organizerSlug: slug })
  return { title: name, organizer: { name, slug }, url, hasTickets: false, isPublic: true }
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The shop around the page, and the room for it in pixels. */
type Frame = { readonly shopName: string; readonly baseUrl: string; readonly width: number; readonly height: number }

/** What a page takes where the site around says nothing, in pixels. */
const WIDTH = 640
const HEIGHT = 720

type Room = { readonly maxwidth?: number | undefined; readonly maxheight?: number | undefined }

export async function frameOf(
  { db, config: { baseUrl } }: Shop,
  { maxwidth = WIDTH, maxheight = HEIGHT }: Room,
): Promise<Frame> {
  const shopName = shopNameOf(await systemSettings(db))
  return { shopName, baseUrl, width: Math.min(WIDTH, maxwidth), height: Math.min(HEIGHT, maxheight) }
}

/**
 * The page as oEmbed describes it. Its markup is the element for pages of others, with a plain link in it: that stays where
 * the site around takes no scripts, or the shop does not allow this site.
 */
export function oembedOf({ title, organizer, url, hasTickets }: Embeddable, frame: Frame): Oembed {
  const { shopName, baseUrl, width, height } = frame
  const [address, name] = [escapeHtml(url), escapeHtml(title)]
  const view = hasTickets ? ' view="tickets"' : ''
  const around = `max-width:${width}px;max-height:${height}px;overflow:auto`
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: organizer.name,
    ...(organizer.slug !== null && {
      author_url: baseUrl + pathTo(organizerPagePath, { organizerSlug: organizer.slug }),
    }),
    provider_name: shopName,
    provider_url: baseUrl,
    cache_age: CACHE_SECONDS,
    html:
      `<div style="${around}"><foyer-shop src="${address}" title="${name}"${view}><a href="${address}">${name}</a></foyer-shop></div>` +
      `<script type="module" src="${escapeHtml(baseUrl)}/embed/v1.js"></script>`,
    width,
    height,
  }
}

const CACHE_SECONDS = 3600
