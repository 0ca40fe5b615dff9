import { type PageRoute, type Routing, lazyPage } from '#client/frame/routing/route.tsx'
import {
  deskAsBuyerPagePath,
  deskAccountPagePath,
  deskAttendeesPagePath,
  deskBulkJobPagePath,
  deskCancelEventPagePath,
  deskBoxOfficePagePath,
  deskDoorsPagePath,
  deskSponsorsPagePath,
  deskEditEventPagePath,
  deskEventFiguresPagePath,
  deskEventLinksPagePath,
  deskMessagesPagePath,
  deskNewMessagePagePath,
  deskEventPagePath,
  deskEventSettingsPagePath,
  deskPassSettingsPagePath,
  deskEventsPagePath,
  deskExportsPagePath,
  deskImportPagePath,
  deskLinkPagePath,
  deskLostPasswordPagePath,
  deskNewEventPagePath,
  deskNewOrderPagePath,
  deskNewPassPagePath,
  deskPassPagePath,
  deskPassesPagePath,
  deskOrdersPagePath,
  deskOrganizationPagePath,
  deskOrganizationSectionPagePath,
  deskOrganizationsPagePath,
  deskSeatBlocksPagePath,
  deskSettingsPagePath,
  deskSettingsSectionPagePath,
  deskPagePath,
  deskPeoplePagePath,
  deskAttentionPagePath,
  deskBooksPagePath,
  deskMoneyDaysPagePath,
  deskMoneyPagePath,
  deskTransfersPagePath,
} from '#contract/paths.ts'

/** The frame of what members see: they sign in first. */
const signedIn = lazyPage(() => import('./session/signed-in.tsx'))
const linkPage = lazyPage(() => import('./link/page.tsx'))
const lostPasswordPage = lazyPage(() => import('./lost-password/page.tsx'))
const eventsPage = lazyPage(() => import('./events/list/page.tsx'))
const newEventPage = lazyPage(() => import('./events/new/page.tsx'))
const passesPage = lazyPage(() => import('./passes/list/page.tsx'))
const newPassPage = lazyPage(() => import('./passes/new/page.tsx'))
const passPage = lazyPage(() => import('./passes/pass/page.tsx'))
const eventPage = lazyPage(() => import('./events/event/page.tsx'))
const editEventPage = lazyPage(() => import('./events/edit/page.tsx'))
const eventSettingsPage = lazyPage(() => import('./events/settings/page.tsx'))
const passSettingsPage = lazyPage(() => import('./passes/settings/page.tsx'))
const eventFiguresPage = lazyPage(() => import('./events/figures/page.tsx'))
const attendeesPage = lazyPage(() => import('./events/attendees/page.tsx'))
const importPage = lazyPage(() => import('./events/import/page.tsx'))
const seatBlocksPage = lazyPage(() => import('./events/blocks/page.tsx'))
const messagesPage = lazyPage(() => import('./events/messages/page.tsx'))
const newMessagePage = lazyPage(() => import('./events/new-message/page.tsx'))
const eventLinksPage = lazyPage(() => import('./events/links/page.tsx'))
const cancelEventPage = lazyPage(() => import('./events/cancel/page.tsx'))
const bulkJobPage = lazyPage(() => import('./jobs/page.tsx'))
const boxOfficePage = lazyPage(() => import('./events/box-office/page.tsx'))
const doorsPage = lazyPage(() => import('./events/door/page.tsx'))
const sponsorsPage = lazyPage(() => import('./events/sponsors/page.tsx'))
const asBuyerPage = lazyPage(() => import('./events/as-buyer/page.tsx'))
const newOrderPage = lazyPage(() => import('./new-order/page.tsx'))
const ordersPage = lazyPage(() => import('./orders/page.tsx'))
const settingsPage = lazyPage(() => import('./settings/shop/page.tsx'))
const organizationsPage = lazyPage(() => import('./settings/organizations/page.tsx'))
const organizationPage = lazyPage(() => import('./settings/organization/page.tsx'))
const exportsPage = lazyPage(() => import('./exports/page.tsx'))
const homePage = lazyPage(() => import('./home/page.tsx'))
const attentionPage = lazyPage(() => import('./money/attention/page.tsx'))
const moneyDaysPage = lazyPage(() => import('./money/days/page.tsx'))
const booksPage = lazyPage(() => import('./money/books/page.tsx'))
const transfersPage = lazyPage(() => import('./money/transfers/page.tsx'))
const peoplePage = lazyPage(() => import('./people/page.tsx'))
const accountPage = lazyPage(() => import('./account/page.tsx'))
const notFoundPage = lazyPage(() => import('./not-found/page.tsx'))

/** All addresses of the desk. Those without the frame are for people who have not signed in. */
const routes: readonly PageRoute[] = [
  { path: deskLinkPagePath, page: linkPage },
  { path: deskLostPasswordPagePath, page: lostPasswordPage },
  { path: deskEventsPagePath, page: eventsPage, frame: signedIn },
  { path: deskNewEventPagePath, page: newEventPage, frame: signedIn },
  { path: deskPassesPagePath, page: passesPage, frame: signedIn },
  { path: deskNewPassPagePath, page: newPassPage, frame: signedIn },
  { path: deskPassPagePath, page: passPage, frame: signedIn },
  { path: deskEventPagePath, page: eventPage, frame: signedIn },
  { path: deskEventSettingsPagePath, page: eventSettingsPage, frame: signedIn },
  { path: deskPassSettingsPagePath, page: passSettingsPage, frame: signedIn },
  { path: deskEditEventPagePath, page: editEventPage, frame: signedIn },
  { path: deskEventFiguresPagePath, page: eventFiguresPage, frame: signedIn },
  { path: deskAttendeesPagePath, page: attendeesPage, frame: signedIn },
  { path: deskNewMessagePagePath, page: newMessagePage, frame: signedIn },
  { path: deskMessagesPagePath, page: messagesPage, frame: signedIn },
  { path: deskEventLinksPagePath, page: eventLinksPage, frame: signedIn },
  { path: deskSeatBlocksPagePath, page: seatBlocksPage, frame: signedIn },
  { path: deskImportPagePath, page: importPage, frame: signedIn },
  { path: deskCancelEventPagePath, page: cancelEventPage, frame: signedIn },
  { path: deskBulkJobPagePath, page: bulkJobPage, frame: signedIn },
  { path: deskBoxOfficePagePath, page: boxOfficePage, frame: signedIn },
  { path: deskDoorsPagePath, page: doorsPage, frame: signedIn },
  { path: deskSponsorsPagePath, page: sponsorsPage, frame: signedIn },
  { path: deskAsBuyerPagePath, page: asBuyerPage, frame: signedIn },
  { path: deskNewOrderPagePath, page: newOrderPage, frame: signedIn },
  { path: deskOrdersPagePath, page: ordersPage, frame: signedIn },
  { path: deskSettingsPagePath, page: settingsPage, frame: signedIn },
  { path: deskSettingsSectionPagePath, page: settingsPage, frame: signedIn },
  { path: deskOrganizationsPagePath, page: organizationsPage, frame: signedIn },
  { path: deskOrganizationPagePath, page: organizationPage, frame: signedIn },
  { path: deskOrganizationSectionPagePath, page: organizationPage, frame: signedIn },
  { path: deskPagePath, page: homePage, frame: signedIn },
  { path: deskMoneyPagePath, page: attentionPage, frame: signedIn },
  { path: deskAttentionPagePath, page: attentionPage, frame: signedIn },
  { path: deskMoneyDaysPagePath, page: moneyDaysPage, frame: signedIn },
  { path: deskBooksPagePath, page: booksPage, frame: signedIn },
  { path: deskExportsPagePath, page: exportsPage, frame: signedIn },
  { path: deskTransfersPagePath, page: transfersPage, frame: signedIn },
  { path: deskPeoplePagePath, page: peoplePage, frame: signedIn },
  { path: deskAccountPagePath, page: accountPage, frame: signedIn },
]

export const routing: Routing = { routes, notFound: { path: '*', page: notFoundPage, frame: signedIn } }
