/**
 * The addresses of all calls, as patterns with `:parameters`. Free of schemas, so that the browser can import what it
 * needs and nothing else; the calls themselves (method, schemas) are in the file of their feature.
 */
export const infoPath = '/api/v2/info'
export const challengePath = '/api/v2/public/challenge'

export const eventsPath = '/api/v2/public/events'
export const listedEventsPath = '/api/v2/public/events/listed'
export const eventChoicesPath = '/api/v2/public/events/choices'
export const organizerPath = '/api/v2/public/organizer/:organizerSlug'
export const eventPath = '/api/v2/public/event/:shortName'
export const ticketCategoriesPath = '/api/v2/public/event/:shortName/ticket-categories'
export const calendarPath = '/api/v2/public/event/:shortName/calendar/:locale'
export const waitingListPath = '/api/v2/public/event/:shortName/waiting-list/subscribe'
export const reserveTicketsPath = '/api/v2/public/event/:shortName/reserve-tickets'
export const validateCodePath = '/api/v2/public/event/:shortName/validate-code'
export const checkDiscountPath = '/api/v2/public/event/:shortName/check-discount'
export const followCodePath = '/api/v2/public/event/:shortName/code/:code'
export const codeOfferPath = '/api/v2/public/event/:shortName/code/:code/offer'
export const subscriptionsPath = '/api/v2/public/subscriptions'
export const subscriptionPath = '/api/v2/public/subscription/:id'
export const subscriptionEventsPath = '/api/v2/public/subscription/:id/events'
export const acceptedSubscriptionsPath = '/api/v2/public/event/:shortName/subscriptions'

export const languagesPath = '/api/v2/public/i18n/languages'
export const bundlePath = '/api/v2/public/i18n/bundle/:lang'

export const openReservationsPath = '/api/v2/public/visit/reservations'

export const signInPath = '/openid/authentication'
export const signInCallbackPath = '/openid/callback'
export const signInForOrderPath = '/openid/:purchaseContextType/:publicIdentifier/reservation/:reservationId'
/** Of our own: the provider says that a session has ended there. */
export const backChannelLogoutPath = '/openid/back-channel-logout'

export const staticImagePath = '/resources/images/*'

export const filePath = '/file/:digest'
export const shellPath = '/'
export const organizerPagePath = '/o/:organizerSlug'
/** The organiser's events by months. */
export const organizerMonthsPath = '/o/:organizerSlug/calendar'
export const eventsPagePath = '/events-all'
export const eventPagePath = '/event/:shortName'
export const pollsPagePath = '/event/:shortName/poll'
export const pollPagePath = '/event/:shortName/poll/:pollId'
export const shortEventLinkPath = '/e/:shortName'
export const shortCodeLinkPath = '/e/:shortName/c/:code'
export const codeLinkPath = '/event/:shortName/code/:code'
/** Of our own: List-Unsubscribe of the waiting list's mails. */
export const leaveWaitingListPath = '/waiting-list/:key'
export const eventReservationPath = '/event/:eventName/reservation/:reservationId'
export const passesPagePath = '/subscriptions-all'
export const passPagePath = '/subscription/:id'
export const myOrdersPagePath = '/my-orders'
export const myProfilePagePath = '/my-profile'
export const findOrdersPagePath = '/find-my-orders'
export const withdrawalPagePath = '/subscription/:id/reservation/:reservationId/withdrawal'
export const passReservationPath = '/subscription/:id/reservation/:reservationId'
export const healthPath = '/healthz'
export const livenessPath = '/health/live'
export const readinessPath = '/health/ready'
export const metricsPath = '/metrics'
export const robotsPath = '/robots.txt'
export const sitemapPath = '/sitemap.xml'
export const oembedPath = '/api/oembed'
export const webManifestPath = '/site.webmanifest'
export const iconPath = '/icon/:name'
export const shopCalendarPath = '/feed/events.ics'
export const shopAtomPath = '/feed/events.atom'
export const organizerCalendarPath = '/o/:organizerSlug/events.ics'
export const organizerAtomPath = '/o/:organizerSlug/events.atom'
export const cspReportPath = '/report-csp-violation'
export const openApiPath = '/api/openapi.json'

export const createEventPath = '/api/v1/admin/event/create'
export const updateEventPath = '/api/v1/admin/event/update/:slug'
export const listOwnEventsPath = '/api/v1/admin/event/list'
export const deleteEventPath = '/api/v1/admin/event/:slug'
export const eventStatsPath = '/api/v1/admin/event/:slug/stats'
export const downloadAttendeesPath = '/api/v1/admin/event/:slug/download-attendees'
export const checkInLogPath = '/api/v1/admin/event/:slug/check-in-log'
export const deleteTicketPath = '/api/v1/admin/event/:slug/reservation/delete-ticket/:ticketUUID'
export const reservationDetailPath = '/api/v1/admin/:purchaseContextType/:publicIdentifier/reservation/:id'
export const eventSubscriptionsPath = '/api/v1/admin/event/:slug/subscriptions'
export const generateTicketsPath = '/api/v1/admin/event/:slug/generate-subscribers-tickets'
export const reserveTicketsForPath = '/api/v1/admin/event/:slug/reservation'
export const importReservationsPath = '/api/v1/admin/event/:slug/reservation/import'
export const bulkStatusPath = '/api/v1/admin/event/:slug/reservation/bulk/:requestId/status'
export const createSubscriptionPath = '/api/v1/admin/subscription/create'
export const listOwnSubscriptionsPath = '/api/v1/admin/subscription/list'
export const ownSubscriptionPath = '/api/v1/admin/subscription/:id'
export const updateSubscriptionPath = '/api/v1/admin/subscription/:id/update'
export const linkedEventsPath = '/api/v1/admin/subscription/:id/events'
export const reserveSubscriptionForPath = '/api/v1/admin/subscription/:id/reservation'
export const deleteSubscriptionPath =
  '/api/v1/admin/subscription/:id/reservation/delete-subscription/:subscriptionToDelete'
export const boughtSubscriptionsPath = '/api/v1/admin/subscription/:id/bought'
export const subscriptionUsesPath = '/api/v1/admin/subscription/:id/bought/:boughtId/uses'
export const extendSubscriptionPath = '/api/v1/admin/subscription/:id/bought/:boughtId/extend'
export const deactivateSubscriptionPath = '/api/v1/admin/subscription/:id/deactivate'
export const confirmReservationPath = '/api/v1/admin/reservation/:reservationId/confirm'
export const awaitedTransfersPath = '/api/v1/admin/awaited-transfers'
export const confirmTransferPath = '/api/v1/admin/awaited-transfers/confirm'
export const creditReservationPath = '/api/v1/admin/reservation/:reservationId/credit'
export const refundReservationPath = '/api/v1/admin/reservation/:reservationId/refund'
export const reservationPaymentsPath = '/api/v1/admin/reservation/:reservationId/payments'
export const paymentReviewsPath = '/api/v1/admin/payment-reviews'
export const paymentReviewPath = '/api/v1/admin/payment-reviews/:reviewId'
export const reconciliationPath = '/api/v1/admin/reconciliation'
export const downloadEInvoicePath = '/api/v1/admin/reservation/:reservationId/e-invoice/:format'
export const createOrganizationPath = '/api/v1/admin/system/organization/create'
export const listOrganizationsPath = '/api/v1/admin/system/organization/list'
export const organizationPath = '/api/v1/admin/system/organization/:id'
export const organizationApiKeysPath = '/api/v1/admin/system/organization/:id/api-key'
export const organizationApiKeyPath = '/api/v1/admin/system/organization/:id/api-key/:apiKey'
export const organizationConfigurationPath = '/api/v1/admin/configuration/organization/:organizationId'
export const contextConfigurationPath =
  '/api/v1/admin/configuration/organization/:organizationId/:purchaseContextType/:publicIdentifier'

export const checkInUserTypePath = '/admin/api/user-type'
export const checkInUserDetailsPath = '/admin/api/user/details'
export const eventsForCheckInPath = '/admin/api/events'
export const checkInPath = '/admin/api/check-in/event/:eventName/ticket/:ticketIdentifier'
export const checkInByIdPath = '/admin/api/check-in/:eventId/ticket/:ticketIdentifier'
export const manualCheckInByIdPath = '/admin/api/check-in/:eventId/ticket/:ticketIdentifier/manual-check-in'
export const revertCheckInByIdPath = '/admin/api/check-in/:eventId/ticket/:ticketIdentifier/revert-check-in'
export const checkInStatusPath = '/admin/api/check-in/event/:eventName/ticket/:ticketIdentifier/status'
export const bulkCheckInPath = '/admin/api/check-in/event/:eventName/bulk'
export const manualCheckInPath = '/admin/api/check-in/event/:eventName/ticket/:ticketIdentifier/manual-check-in'
export const revertCheckInPath = '/admin/api/check-in/event/:eventName/ticket/:ticketIdentifier/revert-check-in'
export const confirmOnSitePaymentPath =
  '/admin/api/check-in/event/:eventName/ticket/:ticketIdentifier/confirm-on-site-payment'
export const checkInStatisticsPath = '/admin/api/check-in/event/:eventName/statistics'
export const attendeeSearchPath = '/admin/api/check-in/event/:publicIdentifier/attendees'
export const labelLayoutPath = '/admin/api/check-in/:eventName/label-layout'
export const offlineIdentifiersPath = '/admin/api/check-in/:eventName/offline-identifiers'
export const offlineCheckInPath = '/admin/api/check-in/:eventName/offline'
export const ticketIdentifiersPath = '/admin/api/check-in/:eventId/ticket-identifiers'
export const ticketsForCheckInPath = '/admin/api/check-in/:eventId/tickets'
export const sponsorScanPath = '/api/attendees/sponsor-scan'
export const sponsorScanBulkPath = '/api/attendees/sponsor-scan/bulk'
export const mySponsorScansPath = '/api/attendees/:eventKey/sponsor-scan/mine'
export const attendeePath = '/api/attendees/:eventKey/ticket/:UUID'

/** What became of an order. */

/** The names of the `:parameters` in a path. */
export type ParamName<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamName<Head> | ParamName<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** Puts encoded values in the place of a path's parameters: `pathTo(eventPath, { shortName: 'winter' })`. */
export function pathTo<const Path extends string>(
  path: Path,
  params: Record<ParamName<Path>, string | number>,
): string {
  const values = new Map<string, string | number>(Object.entries(params))
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`no value for :${name} of ${path}`)
    return encodeURIComponent(value)
  })
}

/** The organiser's API, version 1: for the desk and for programs. */
export const organiserApiPath = '/api/organiser/v1'
export const deskSignInPath = '/api/organiser/v1/sign-in'
export const deskSecondFactorPath = '/api/organiser/v1/sign-in/second-factor'
export const deskProposedPasskeySignInPath = '/api/organiser/v1/sign-in/passkey/proposed'
export const deskPasskeySignInPath = '/api/organiser/v1/sign-in/passkey'
export const deskSignOutPath = '/api/organiser/v1/sign-out'
export const deskLinkPath = '/api/organiser/v1/links/:token'
export const deskLinkAsMemberPath = '/api/organiser/v1/me/links/:token'
export const deskLostPasswordPath = '/api/organiser/v1/password/lost'
export const deskMePath = '/api/organiser/v1/me'
export const deskPasswordPath = '/api/organiser/v1/me/password'
export const deskProposedFactorPath = '/api/organiser/v1/me/second-factor/proposed'
export const deskOwnFactorPath = '/api/organiser/v1/me/second-factor'
export const deskProposedPasskeyPath = '/api/organiser/v1/me/passkeys/proposed'
export const deskPasskeysPath = '/api/organiser/v1/me/passkeys'
export const deskPasskeyPath = '/api/organiser/v1/me/passkeys/:id'
export const deskSessionsPath = '/api/organiser/v1/me/sessions'
export const deskSessionPath = '/api/organiser/v1/me/sessions/:id'
export const deskMembersPath = '/api/organiser/v1/members'
export const deskRolesPath = '/api/organiser/v1/members/:id/roles'
export const deskInvitationsPath = '/api/organiser/v1/invitations'
export const deskInvitationPath = '/api/organiser/v1/invitations/:id'
export const deskEventsPath = '/api/organiser/v1/events'
export const deskEventImportPath = '/api/organiser/v1/events/import'
export const deskEventPath = '/api/organiser/v1/events/:eventId'
export const deskEventPlanPath = '/api/organiser/v1/events/:eventId/plan/:action'
export const deskEventActionPath = '/api/organiser/v1/events/:eventId/:action'
export const deskEventDuplicatePath = '/api/organiser/v1/events/:eventId/duplicate'
export const deskEventFilePath = '/api/organiser/v1/events/:eventId/file'
export const deskEventChangesPath = '/api/organiser/v1/events/:eventId/changes'
export const deskImagesPath = '/api/organiser/v1/images'
export const deskSettingsPath = '/api/organiser/v1/settings'
export const deskTestMailPath = '/api/organiser/v1/settings/test-mail'
export const deskMailDomainPath = '/api/organiser/v1/settings/mail-domain'
export const deskPaymentWaysPath = '/api/organiser/v1/settings/payments'
export const deskPaymentTestPath = '/api/organiser/v1/settings/payment-test/:provider'
export const deskBaseAddressPath = '/api/organiser/v1/settings/base-address'
export const deskShopProofPath = '/api/organiser/v1/shop-proof/:nonce'
/** Pages of the desk. */
export const deskPagePath = '/desk'
export const deskLinkPagePath = '/desk/link/:token'
export const deskLostPasswordPagePath = '/desk/lost-password'
export const deskEventsPagePath = '/desk/events'
export const deskNewEventPagePath = '/desk/events/new'
export const deskEventPagePath = '/desk/events/:eventId'
export const deskPeoplePagePath = '/desk/people'
export const deskSettingsPagePath = '/desk/settings'
export const deskAccountPagePath = '/desk/account'
export const deskOrganizationsPagePath = '/desk/organisations'
