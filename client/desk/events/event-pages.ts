import {
  deskAsBuyerPagePath,
  deskAttendeesPagePath,
  deskBoxOfficePagePath,
  deskDoorsPagePath,
  deskEditEventPagePath,
  deskEventFiguresPagePath,
  deskEventLinksPagePath,
  deskEventPagePath,
  deskEventSettingsPagePath,
  deskMessagesPagePath,
  deskOrdersPagePath,
  deskSponsorsPagePath,
  pathTo,
} from '#contract/paths.ts'
import { useT } from '#client/language/language-context.ts'
import type { Tab } from '../parts/tabs.tsx'
import { useMayAt } from './use-may-at.ts'

/** The pages of an event that the member may open, in one order wherever they are named. */
export function useEventPages(eventId: number): readonly Tab[] {
  const t = useT()
  const may = useMayAt(eventId)
  const of = { eventId }
  const ofEditors = may('manage-events')
  const ofSellers = may('serve-orders')
  const ofFinance = may('manage-orders')
  return [
    { to: pathTo(deskEventPagePath, of), name: t('foyer.desk.event.overview') },
    ...pageIf(ofEditors || ofFinance, { to: pathTo(deskEventFiguresPagePath, of), name: t('foyer.desk.figures') }),
    ...pageIf(ofEditors, { to: pathTo(deskEventLinksPagePath, of), name: t('foyer.desk.links') }),
    ...pageIf(ofEditors, { to: pathTo(deskEditEventPagePath, of), name: t('foyer.desk.event.edit') }),
    ...pageIf(ofEditors, {
      to: pathTo(deskEventSettingsPagePath, { eventId, section: 'tickets' }),
      name: t('foyer.desk.settings'),
      isAbove: true,
    }),
    ...pageIf(ofEditors, { to: pathTo(deskAsBuyerPagePath, of), name: t('foyer.desk.as-buyer') }),
    ...pageIf(ofSellers, { to: `${deskOrdersPagePath}?event=${eventId}`, name: t('foyer.desk.orders') }),
    ...pageIf(ofSellers, { to: pathTo(deskAttendeesPagePath, of), name: t('foyer.desk.attendees') }),
    ...pageIf(ofSellers, { to: pathTo(deskMessagesPagePath, of), name: t('foyer.desk.messages') }),
    ...pageIf(may('check-in') || may('search-attendees'), {
      to: pathTo(deskDoorsPagePath, of),
      name: t('foyer.desk.door'),
    }),
    ...pageIf(ofEditors, { to: pathTo(deskSponsorsPagePath, of), name: t('foyer.desk.sponsors') }),
    ...pageIf(ofFinance, { to: pathTo(deskBoxOfficePagePath, of), name: t('foyer.desk.box') }),
  ]
}

const pageIf = (isOffered: boolean, page: Tab): readonly Tab[] => (isOffered ? [page] : [])
