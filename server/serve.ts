import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { eventAnswers } from '#server/catalog/browse/event-answers.ts'
import { catalogRoutes, passRoutes } from '#server/catalog/browse/routes.ts'
import type { PageNeed } from '#contract/page-need.ts'
import { readNeed } from '#server/catalog/browse/read-need.ts'
import { challengeRoutes, guardAgainstRobots } from '#server/foundation/challenge/routes.ts'
import { openRobots } from '#server/foundation/challenge/robots.ts'
import { checkInRoutes } from '#server/door/check-in/routes.ts'
import { doorDeskRoutes } from '#server/door/check-in/door-key/desk/routes.ts'
import { boxDeskRoutes } from '#server/door/box-office/desk/routes.ts'
import { boxOfficeRoutes } from '#server/door/box-office/routes.ts'
import { doorRoutes } from '#server/door/check-in/door-key/routes.ts'
import { sponsorDeskRoutes } from '#server/door/check-in/sponsor/desk/routes.ts'
import { sponsorPageRoutes } from '#server/door/check-in/sponsor/page/routes.ts'
import { configurationRoutes } from '#server/organiser/configuration/routes.ts'
import type { MovableClock } from '#server/foundation/base/time.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { whileAway } from '#server/foundation/database/try-again.ts'
import type { VisitorOptions } from '#server/foundation/http/visitor.ts'
import { developmentRoutes, onlyUnderOwnName } from '#server/operation/development/routes.ts'
import { mailTestRoutes } from '#server/operation/mail-test/routes.ts'
import { mailPreviewRoutes } from '#server/operation/development/mail-preview.ts'
import { outboxRoutes } from '#server/operation/development/outbox.ts'
import { attentionRoutes } from '#server/organiser/payments-desk/attention-routes.ts'
import { booksRoutes } from '#server/organiser/payments-desk/books/routes.ts'
import { moneyRoutes } from '#server/organiser/payments-desk/routes.ts'
import { bankEntryRoutes, statementUploadRoutes } from '#server/organiser/bank-statement/routes.ts'
import { imageRoutes } from '#server/organiser/event-desk/image-routes.ts'
import { markdownRoutes } from '#server/organiser/event-desk/markdown-routes.ts'
import { eventCodeRoutes } from '#server/organiser/event-desk/code-routes.ts'
import { organizationCodeRoutes } from '#server/organiser/event-desk/organization-code-routes.ts'
import { eventFileRoutes } from '#server/organiser/event-desk/file-routes.ts'
import { newOrderRoutes } from '#server/organiser/new-orders/routes.ts'
import { seatBlockRoutes } from '#server/organiser/seat-blocks/routes.ts'
import { peopleListRoutes, peopleListUploadRoutes } from '#server/organiser/people-import/routes.ts'
import { ordersBulkRoutes } from '#server/organiser/orders-bulk/routes.ts'
import { bulkRoutes } from '#server/organiser/bulk/routes.ts'
import { cancellationDeskRoutes } from '#server/organiser/event-cancellation/routes.ts'
import { eventListRoutes } from '#server/organiser/event-desk/list-routes.ts'
import { eventDeskRoutes } from '#server/organiser/event-desk/routes.ts'
import { eventEditingRoutes } from '#server/organiser/event-editing/routes.ts'
import { eventStatisticsRoutes } from '#server/organiser/event-statistics/routes.ts'
import { feedRoutes } from '#server/catalog/feed/routes.ts'
import { sharePictureRoutes } from '#server/catalog/share-picture/routes.ts'
import { fileRoutes } from '#server/foundation/file/routes.ts'
import { headFileRoutes } from '#server/operation/web/head-files.ts'
import { healthRoutes } from '#server/operation/web/health.ts'
import { infoMemory, infoRoutes } from '#server/operation/web/info.ts'
import { publishOpenApi } from '#server/operation/web/openapi.ts'
import { operatingRoutes } from '#server/operation/web/operating.ts'
import { asBuyerRoutes } from '#server/operation/web/as-buyer.ts'
import type { DrawingSources } from '#server/operation/web/drawn-pages.ts'
import { eventShareRoutes } from '#server/operation/web/event-share.ts'
import { servePages } from '#server/operation/web/pages.ts'
import { openServer } from '#server/operation/web/server.ts'
import type { SessionKeys } from '#server/foundation/http/session.ts'
import { cancellationRoutes } from '#server/payment/refund/credit-routes.ts'
import { paymentReviewRoutes } from '#server/payment/pay/review-routes.ts'
import { reconciliationRoutes } from '#server/payment/reconciliation/routes.ts'
import { refundRoutes } from '#server/payment/refund/routes.ts'
import { organiserInvoiceRoutes } from '#server/order/invoice/organiser-routes.ts'
import { invoiceRoutes } from '#server/order/invoice/routes.ts'
import { passDocumentRoutes } from '#server/ticket/pass-document/routes.ts'
import type { Job } from '#server/foundation/jobs/job.ts'
import { giveWayTo } from '#server/foundation/jobs/pace.ts'
import type { JobsHealth } from '#server/foundation/jobs/health.ts'
import { languageRoutes } from '#server/foundation/language/routes.ts'
import { systemTexts } from '#server/foundation/language/overrides.ts'
import { type Metrics, openMetrics } from '#server/operation/metrics/metrics.ts'
import { metricsRoutes, watchRequests } from '#server/operation/metrics/routes.ts'
import { onlineCheckInRoutes } from '#server/door/online-check-in/routes.ts'
import { orderDeskRoutes } from '#server/organiser/order-desk/routes.ts'
import { orderLinksRoutes } from '#server/buyer/order-links/routes.ts'
import { organizationRoutes } from '#server/organiser/organization/routes.ts'
import { groupMessageRoutes } from '#server/organiser/group-message/routes.ts'
import { newsRoutes } from '#server/organiser/group-message/news-routes.ts'
import { attendeeDeskRoutes } from '#server/organiser/attendees/routes.ts'
import { exportRoutes } from '#server/organiser/export/routes.ts'
import { savedExportRoutes } from '#server/organiser/export/saved-routes.ts'
import { deskOrderRoutes } from '#server/organiser/desk-orders/routes.ts'
import { deskOrderDetailRoutes } from '#server/organiser/desk-orders/order-routes.ts'
import { orderActionRoutes } from '#server/organiser/order-actions/routes.ts'
import { remedyRoutes } from '#server/organiser/home/remedy-routes.ts'
import { eventFiguresRoutes } from '#server/organiser/event-statistics/desk-routes.ts'
import { homeRoutes, sampleRoutes } from '#server/organiser/home/routes.ts'
import { factorRoutes, ownRoutes, sessionRoutes } from '#server/organiser/member/own-routes.ts'
import { settingsRoutes, shopCheckRoutes, shopProofRoutes } from '#server/organiser/configuration/settings-routes.ts'
import { textRoutes } from '#server/organiser/configuration/text-routes.ts'
import { deskKeyRoutes, deskOrganizationRoutes } from '#server/organiser/organization/desk-routes.ts'
import { identityRoutes, providerSignInRoutes } from '#server/organiser/member/provider-routes.ts'
import { providerSettingsRoutes } from '#server/organiser/member/provider-settings-routes.ts'
import { memberProviders } from '#server/access/member/providers.ts'
import { invitationRoutes, peopleRoutes } from '#server/organiser/member/people-routes.ts'
import { linkRoutes, signInRoutes as deskSignInRoutes } from '#server/organiser/member/sign-in-routes.ts'
import { pollRoutes } from '#server/ticket/poll/routes.ts'
import { readCodeOffer } from '#server/checkout/code-link/code-offer.ts'
import { codeLinkRoutes } from '#server/checkout/code-link/link-routes.ts'
import { promoCodeRoutes } from '#server/checkout/code-link/routes.ts'
import { draftRoutes } from '#server/checkout/reservation/draft-routes.ts'
import { reservationRedirect } from '#server/checkout/reservation/redirect.ts'
import { passUseOrganiserRoutes, passUseRoutes } from '#server/checkout/pass-use/routes.ts'
import { reservationRoutes } from '#server/checkout/reservation/routes.ts'
import { olderPaymentRoutes } from '#server/payment/pay/older-payment-routes.ts'
import { organiserPaymentRoutes } from '#server/payment/pay/organiser-routes.ts'
import { paymentFormsOf } from '#server/payment/pay/payment-forms.ts'
import { transferRoutes } from '#server/payment/pay/transfer-routes.ts'
import { paymentRoutes } from '#server/payment/pay/payment-routes.ts'
import { returnRoutes } from '#server/payment/pay/return-routes.ts'
import { passAnswers } from '#server/catalog/browse/pass-answers.ts'
import { passEditsRoutes } from '#server/organiser/pass-edits/routes.ts'
import { passEditingRoutes } from '#server/organiser/pass-editing/routes.ts'
import { eventLinkRoutes, namedLinkRoutes } from '#server/organiser/event-link/routes.ts'
import { legalTextRoutes } from '#server/organiser/legal-text/routes.ts'
import { organiserWebhookRoutes, webhookDeliveryRoutes } from '#server/organiser/webhook/routes.ts'
import { countVisits } from '#server/catalog/visit-count/visit-counts.ts'
import { webhookRoutes } from '#server/payment/pay/webhook-routes.ts'
import type { Tracer } from '#server/operation/tracing/tracer.ts'
import { ticketRoutes } from '#server/ticket/ticket/routes.ts'
import { leaveWaitingListRoutes } from '#server/order/waiting-list/leave-routes.ts'
import { saleNoticeRoutes } from '#server/order/sale-notice/routes.ts'
import { waitingListRoutes } from '#server/order/waiting-list/routes.ts'
import { myAccountRoutes } from '#server/buyer/my-account/routes.ts'
import { passDeskRoutes } from '#server/organiser/pass-desk/routes.ts'
import { ticketDeskRoutes } from '#server/organiser/ticket-desk/routes.ts'
import { type SignIn, openSignIn } from '#server/access/sign-in/offered.ts'
import { type SignInParts, signInRoutes } from '#server/access/sign-in/routes.ts'
import { walletRoutes } from '#server/ticket/wallet/routes.ts'
import { orderEndRoutes } from '#server/buyer/order-end/routes.ts'
import { withdrawalRoutes } from '#server/payment/withdrawal/routes.ts'

export type Serving = {
  readonly shop: Shop
  readonly clock: MovableClock
  readonly jobs: readonly Job[]
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** Where mails are kept that no server takes. */
  readonly outbox: string
  /** False where only the API is wanted: no client build is needed then. */
  readonly hasPages: boolean
  /** Left out where no jobs run by themselves. */
  readonly jobsHealth?: () => JobsHealth
  /** Left out where nobody counts. */
  readonly metrics?: Metrics
  /** How often counts of visits are stored; left out: when the process ends. */
  readonly visitsStoredEveryMs?: number | undefined
  /** Left out where nobody wants traces. */
  readonly tracer?: Tracer | undefined
}

/** The shop with its door: every address it answers, in reading order. Listening is the caller's part. */
export async function serve({
  shop,
  clock,
  jobs,
  logger,
  version,
  outbox,
  hasPages,
  jobsHealth = () => 'none',
  metrics = openMetrics(),
  tracer,
  visitsStoredEveryMs,
}: Serving): Promise<FastifyInstance> {
  const { config } = shop
  const keys = await whileAway(() => sessionKeys(shop.db))
  const signIn = openSignIn(shop)
  const visitors = { clock, keys, isSecure: config.baseUrl.startsWith('https:'), isSignInOffered: signIn.isOffered }
  const app = await openServer({ config, db: shop.db, texts: shop.texts, logger, visitors, tracer })
  watchRequests(app, metrics)
  giveWayTo(app)
  countVisits(app, shop, { everyMs: visitsStoredEveryMs })
  await publishOpenApi(app, { version })

  const robots = await whileAway(() => openRobots(shop))
  guardAgainstRobots(app, robots)

  const info = infoMemory(shop)
  const answers = eventAnswers(shop)
  await app.register(infoRoutes(info))
  await app.register(headFileRoutes(shop.db, info))
  await app.register(challengeRoutes(robots))
  const words = systemTexts(shop)
  await app.register(languageRoutes(shop.texts, words))
  await app.register(catalogRoutes(shop, answers))
  const passes = passAnswers(shop)
  await app.register(passRoutes(passes))
  await app.register(promoCodeRoutes(shop))
  await app.register(codeLinkRoutes(shop, visitors))
  await app.register(waitingListRoutes(shop))
  await app.register(leaveWaitingListRoutes(shop))
  await app.register(saleNoticeRoutes(shop))
  await app.register(reservationRoutes(shop))
  await app.register(draftRoutes(shop))
  await app.register(reservationRedirect(shop))
  await registerTickets(app, shop)
  await app.register(invoiceRoutes(shop))
  await app.register(passDocumentRoutes(shop))
  await app.register(pollRoutes(shop))
  await app.register(fileRoutes(shop))
  await registerOffers(app, shop, { signIn, visitors })
  await registerMoney(app, shop, signIn)
  await registerForOtherSites(app, shop)
  await registerFigures(app, shop, { jobsHealth, metrics })
  await registerAccounts(app, shop, { signIn, visitors })
  if (config.mode === 'development') await app.register(developmentTools(shop, { clock, jobs, visitors, outbox }))
  const read = (need: PageNeed) =>
    need.kind === 'code-offer' ? readCodeOffer(shop, need) : readNeed(need, { answers, passes })
  const paymentForms = (url: string) => paymentFormsOf(shop, url)
  await registerDrawings(app, shop, { info, words })
  if (hasPages) await servePages(app, shop, { sources: { info, words, read, paymentForms }, visitors })
  return app
}

async function registerForOtherSites(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(feedRoutes(shop))
  await app.register(sharePictureRoutes(shop))
}

/** What exists in development only: its clock and jobs, what was mailed, and how each mail looks. */
function developmentTools(
  { config, db, texts }: Shop,
  { outbox, ...tools }: Pick<Serving, 'clock' | 'jobs' | 'outbox'> & { readonly visitors: VisitorOptions },
): FastifyPluginAsync {
  return async app => {
    app.addHook('onRequest', onlyUnderOwnName(config.baseUrl))
    await app.register(developmentRoutes({ db, ...tools }))
    await app.register(outboxRoutes(outbox))
    await app.register(mailPreviewRoutes(texts))
  }
}

/** How the process and the shop are, for those who run them. */
async function registerFigures(
  app: FastifyInstance,
  shop: Shop,
  { jobsHealth, metrics }: { readonly jobsHealth: () => JobsHealth; readonly metrics: Metrics },
): Promise<void> {
  await app.register(operatingRoutes(shop.config))
  await app.register(healthRoutes({ db: shop.db, jobsHealth }))
  await app.register(metricsRoutes(shop, metrics))
}

/** Tickets, and what is done with them at the door. */
async function registerTickets(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(ticketRoutes(shop))
  await app.register(onlineCheckInRoutes(shop))
  await app.register(walletRoutes(shop))
  await app.register(checkInRoutes(shop))
  await app.register(doorRoutes(shop))
  await app.register(doorDeskRoutes(shop))
  await app.register(sponsorPageRoutes(shop))
  await app.register(sponsorDeskRoutes(shop))
  await app.register(boxOfficeRoutes(shop))
  await app.register(boxDeskRoutes(shop))
}

/** Who buyers are, and what is theirs. */
async function registerAccounts(app: FastifyInstance, shop: Shop, parts: SignInParts): Promise<void> {
  await app.register(signInRoutes(shop, parts))
  await app.register(myAccountRoutes(shop, parts.signIn))
  await app.register(orderLinksRoutes(shop))
}

/** What organisers keep: events, passes, settings and organisations. */
async function registerOffers(app: FastifyInstance, shop: Shop, { signIn, visitors }: SignInParts): Promise<void> {
  await app.register(eventEditingRoutes(shop))
  await app.register(passEditingRoutes(shop))
  await app.register(passDeskRoutes(shop, signIn))
  await app.register(ticketDeskRoutes(shop, signIn))
  await app.register(passUseOrganiserRoutes(shop))
  await app.register(eventStatisticsRoutes(shop))
  await app.register(configurationRoutes(shop))
  await app.register(organizationRoutes(shop))
  await registerDesk(app, shop, visitors)
}

/** Everything about payments, and what becomes of their documents. */
async function registerMoney(app: FastifyInstance, shop: Shop, { isOffered }: SignIn): Promise<void> {
  await app.register(webhookRoutes(shop))
  await app.register(paymentRoutes(shop))
  await app.register(transferRoutes(shop))
  await app.register(passUseRoutes(shop))
  await app.register(withdrawalRoutes(shop))
  await app.register(orderEndRoutes(shop))
  await app.register(olderPaymentRoutes(shop))
  await app.register(returnRoutes(shop, isOffered))
  await app.register(organiserMoneyRoutes(shop))
}

/** The keys every process signs sessions with; made by the first one. */
async function sessionKeys(db: Database): Promise<SessionKeys> {
  await db.kysely
    .insertInto('secret')
    .values(['session', 'anti-forgery'].map(purpose => ({ purpose, value: randomBytes(32) })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const rows = await db.kysely.selectFrom('secret').select(['purpose', 'value']).execute()
  const keyFor = (purpose: string): Buffer => {
    const row = rows.find(found => found.purpose === purpose)
    if (!row) throw new Error(`no secret for ${purpose}`)
    return row.value
  }
  return { sign: keyFor('session'), antiForgery: keyFor('anti-forgery') }
}

/** What organisers do with orders, their money and their documents. */
function organiserMoneyRoutes(shop: Shop) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(orderDeskRoutes(shop))
    await app.register(organiserPaymentRoutes(shop))
    await app.register(paymentReviewRoutes(shop))
    await app.register(organiserInvoiceRoutes(shop))
    await app.register(cancellationRoutes(shop))
    await app.register(refundRoutes(shop))
    await app.register(reconciliationRoutes(shop))
  }
}

/** What the desk shows of pages of the shop. */
async function registerDrawings(app: FastifyInstance, shop: Shop, sources: DrawingSources): Promise<void> {
  await app.register(asBuyerRoutes(shop, sources))
  await app.register(eventShareRoutes(shop, sources))
}

/** The organiser's API, version 1. */
async function registerDesk(app: FastifyInstance, shop: Shop, visitors: VisitorOptions): Promise<void> {
  const parts = { providers: memberProviders(shop.config), visitors }
  await app.register(providerSignInRoutes(shop, parts))
  await app.register(identityRoutes(shop, parts))
  await app.register(providerSettingsRoutes(shop, parts))
  await app.register(deskSignInRoutes(shop))
  await app.register(linkRoutes(shop))
  await app.register(ownRoutes(shop))
  await app.register(sessionRoutes(shop))
  await app.register(factorRoutes(shop))
  await app.register(peopleRoutes(shop))
  await app.register(invitationRoutes(shop))
  await app.register(settingsRoutes(shop))
  await app.register(shopCheckRoutes(shop))
  await app.register(shopProofRoutes(shop))
  await app.register(homeRoutes(shop))
  await app.register(sampleRoutes(shop))
  await app.register(eventListRoutes(shop))
  await app.register(eventDeskRoutes(shop))
  await app.register(eventFiguresRoutes(shop))
  await app.register(eventFileRoutes(shop))
  await app.register(eventCodeRoutes(shop))
  await app.register(organizationCodeRoutes(shop))
  await app.register(cancellationDeskRoutes(shop))
  await app.register(bulkRoutes(shop))
  await app.register(ordersBulkRoutes(shop))
  await app.register(newOrderRoutes(shop))
  await app.register(peopleListUploadRoutes(shop))
  await app.register(peopleListRoutes(shop))
  await app.register(seatBlockRoutes(shop))
  await app.register(deskOrganizationRoutes(shop))
  await app.register(deskKeyRoutes(shop))
  await app.register(textRoutes(shop))
  await app.register(mailTestRoutes(shop))
  await app.register(imageRoutes(shop))
  await app.register(markdownRoutes(shop))
  await app.register(passEditsRoutes(shop))
  await app.register(remedyRoutes(shop))
  await app.register(attendeeDeskRoutes(shop))
  await app.register(groupMessageRoutes(shop))
  await app.register(newsRoutes(shop))
  await app.register(exportRoutes(shop))
  await app.register(savedExportRoutes(shop))
  await app.register(deskOrderRoutes(shop))
  await app.register(deskOrderDetailRoutes(shop))
  await app.register(orderActionRoutes(shop))
  await app.register(statementUploadRoutes(shop))
  await app.register(bankEntryRoutes(shop))
  await app.register(moneyRoutes(shop))
  await app.register(attentionRoutes(shop))
  await app.register(booksRoutes(shop))
  await app.register(legalTextRoutes(shop))
  await app.register(organiserWebhookRoutes(shop))
  await app.register(namedLinkRoutes(shop))
  await app.register(eventLinkRoutes(shop))
  await app.register(webhookDeliveryRoutes(shop))
}
