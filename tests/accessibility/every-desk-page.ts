import type { Call } from '#contract/call.ts'
import { makeDeskDoor } from '#contract/desk-door.ts'
import { addDeskSponsor } from '#contract/desk-sponsors.ts'
import { saveExport } from '#contract/desk-exports.ts'
import { createEventLink } from '#contract/desk-links.ts'
import { planOrdersBulk, startOrdersBulk } from '#contract/desk-orders-bulk.ts'
import { createWebhook } from '#contract/desk-webhooks.ts'
import { acceptDeskLink } from '#contract/member.ts'
import * as paths from '#contract/paths.ts'
import { pathTo } from '#contract/paths.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { SECTIONS } from '#client/desk/settings/sections.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { thisMoment } from '#tests/journeys/own-events.ts'
import { PASSWORD, openDesk } from '../support/organiser/desk.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'
import { type ShopPage, freeOrder, paidOrder } from './every-page.ts'

type DeskPages = {
  readonly pages: readonly ShopPage[]
  /** Of an owner of the shop who is signed in. */
  readonly cookie: string
}

const OWNER = { role: 'OWNER', scope: { kind: 'shop' } } as const satisfies ScopedRole

/** An address for every page of the desk and the door, with orders, links, exports and a job to show. */
export async function everyDeskPage(shop: RunningShop): Promise<DeskPages> {
  const desk = openDesk(shop.url)
  await desk.ask(acceptDeskLink, {
    params: { token: await aLink(shop, 'owner@example.org') },
    body: { name: 'Nadia Brunner', password: PASSWORD },
  })
  const good = async (call: Call, sent: Parameters<typeof desk.ask>[1]): Promise<Readonly<Record<string, unknown>>> => {
    const { status, body } = await desk.ask(call, sent)
    if (status >= 300) throw new Error(`${call.operationId} was answered by ${status}: ${JSON.stringify(body)}`)
    return { ...(body as object) }
  }
  await freeOrder(shop, 'type-evening', 'Seat')
  await paidOrder(shop, 'OFFLINE_PAYMENT', true)
  const { eventId, organizationId } = await shop.db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .select(['event.id as eventId', 'context.organization_id as organizationId'])
    .where('short_name', '=', 'type-evening')
    .executeTakeFirstOrThrow()
  const { passId } = await shop.db.kysely
    .selectFrom('pass')
    .select('public_id as passId')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ofEvent = { params: { eventId: String(eventId) } }
  await good(createEventLink, { ...ofEvent, body: { name: 'newsletter' } })
  await good(createWebhook, {
    body: { organizationId, url: 'https://till.example.org/foyer', description: 'Till', kinds: ['order.completed'] },
  })
  await good(saveExport, {
    body: {
      name: 'Orders of the evening',
      kind: 'orders',
      format: 'csv',
      columns: ['order.id'],
      period: 'ALL',
      timezone: 'Europe/Zurich',
      event: eventId,
      recipients: [],
    },
  })
  const door = await good(makeDeskDoor, { ...ofEvent, body: { name: 'Main entrance' } })
  const sponsor = await good(addDeskSponsor, { ...ofEvent, body: { name: 'Brunner Coffee' } })
  const tagging = { action: 'tag', tag: 'guests', filter: { contextId: eventId } }
  const { seen } = await good(planOrdersBulk, { body: tagging })
  const { jobId } = await good(startOrdersBulk, { body: { ...tagging, seen, requestId: 'pages' } })
  await shop.runJobs()
  const token = await aLink(shop, 'invited@example.org')
  const pages: readonly ShopPage[] = [
    { name: 'desk-home', path: paths.deskPagePath },
    { name: 'desk-events', path: paths.deskEventsPagePath },
    { name: 'desk-new-event', path: paths.deskNewEventPagePath },
    { name: 'desk-event', path: pathTo(paths.deskEventPagePath, { eventId }) },
    { name: 'desk-event-edit', path: pathTo(paths.deskEditEventPagePath, { eventId }) },
    { name: 'desk-event-settings', path: pathTo(paths.deskEventSettingsPagePath, { eventId, section: 'tickets' }) },
    { name: 'desk-passes', path: paths.deskPassesPagePath },
    { name: 'desk-new-pass', path: paths.deskNewPassPagePath },
    { name: 'desk-pass', path: pathTo(paths.deskPassPagePath, { passId }) },
    { name: 'desk-pass-settings', path: pathTo(paths.deskPassSettingsPagePath, { passId, section: 'tickets' }) },
    { name: 'desk-event-figures', path: pathTo(paths.deskEventFiguresPagePath, { eventId }) },
    { name: 'desk-event-attendees', path: pathTo(paths.deskAttendeesPagePath, { eventId }) },
    { name: 'desk-event-messages', path: pathTo(paths.deskMessagesPagePath, { eventId }) },
    { name: 'desk-event-new-message', path: pathTo(paths.deskNewMessagePagePath, { eventId }) },
    { name: 'desk-event-box-office', path: pathTo(paths.deskBoxOfficePagePath, { eventId }) },
    { name: 'desk-event-links', path: pathTo(paths.deskEventLinksPagePath, { eventId }) },
    { name: 'desk-event-door', path: pathTo(paths.deskDoorsPagePath, { eventId }) },
    { name: 'desk-event-sponsors', path: pathTo(paths.deskSponsorsPagePath, { eventId }) },
    { name: 'desk-event-cancel', path: pathTo(paths.deskCancelEventPagePath, { eventId }) },
    { name: 'desk-event-as-buyer', path: pathTo(paths.deskAsBuyerPagePath, { eventId }) },
    { name: 'desk-event-new-order', path: pathTo(paths.deskNewOrderPagePath, { eventId }) },
    { name: 'desk-event-import', path: pathTo(paths.deskImportPagePath, { eventId }) },
    { name: 'desk-event-held', path: pathTo(paths.deskSeatBlocksPagePath, { eventId }) },
    { name: 'desk-job', path: pathTo(paths.deskBulkJobPagePath, { jobId: Number(jobId) }) },
    { name: 'desk-orders', path: paths.deskOrdersPagePath },
    { name: 'desk-exports', path: paths.deskExportsPagePath },
    { name: 'desk-money', path: paths.deskAttentionPagePath },
    { name: 'desk-money-days', path: paths.deskMoneyDaysPagePath },
    { name: 'desk-money-books', path: paths.deskBooksPagePath },
    { name: 'desk-money-transfers', path: paths.deskTransfersPagePath },
    { name: 'desk-people', path: paths.deskPeoplePagePath },
    { name: 'desk-account', path: paths.deskAccountPagePath },
    ...SECTIONS.map(section => ({
      name: `desk-settings-${section}`,
      path: pathTo(paths.deskSettingsSectionPagePath, { section }),
    })),
    { name: 'desk-organizations', path: paths.deskOrganizationsPagePath },
    { name: 'desk-organization', path: pathTo(paths.deskOrganizationPagePath, { organizationId }) },
    ...SECTIONS.map(section => ({
      name: `desk-organization-${section}`,
      path: pathTo(paths.deskOrganizationSectionPagePath, { organizationId, section }),
    })),
    { name: 'desk-not-found', path: '/desk/nowhere' },
    { name: 'desk-link', path: pathTo(paths.deskLinkPagePath, { token }) },
    { name: 'desk-lost-password', path: paths.deskLostPasswordPagePath },
    { name: 'sponsor-without-key', path: paths.sponsorPagePath },
    { name: 'door-without-key', path: paths.doorPagePath },
    { name: 'sponsor', path: withKey(sponsor['link']) },
    { name: 'door', path: withKey(door['link']) },
  ]
  return { pages, cookie: desk.cookie() ?? '' }
}

/** Path and key of a link. */
function withKey(link: unknown): string {
  const { pathname, hash } = new URL(String(link))
  return pathname + hash
}

function aLink(shop: RunningShop, email: string): Promise<string> {
  const invitation = { kind: 'INVITATION', email, language: 'en', given: OWNER } as const
  return transaction(shop.db, tx => makeLink(tx, invitation, thisMoment()))
}
