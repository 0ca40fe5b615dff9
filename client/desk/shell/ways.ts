import {
  deskEventsPagePath,
  deskOrdersPagePath,
  deskOrganizationsPagePath,
  deskPagePath,
  deskPassesPagePath,
  deskPeoplePagePath,
  deskSettingsPagePath,
  deskMoneyPagePath,
} from '#contract/paths.ts'
import type { Verb } from '#domain/access/principal/principal.ts'
import type { DeskIconName } from '../parts/desk-icon.tsx'

/** A page that the bar leads to. */
export type Way = {
  readonly path: string
  /** Text key of its name. */
  readonly name: string
  /** Text key of a shorter name, for the dock of a phone; left out: the same. */
  readonly short?: string
  readonly icon: DeskIconName
  /** It is there for members who may one of these; for all where none is named. */
  readonly verbs: readonly Verb[]
}

/** In the order of the bar. A page's own routes are in routes.tsx. */
export const WAYS: readonly Way[] = [
  { path: deskPagePath, name: 'foyer.desk.home', icon: 'home', verbs: [] },
  {
    path: deskEventsPagePath,
    name: 'foyer.desk.events',
    short: 'foyer.desk.events.short',
    icon: 'calendar',
    verbs: ['manage-events', 'manage-orders', 'see-entrance'],
  },
  { path: deskOrdersPagePath, name: 'foyer.desk.orders', icon: 'order', verbs: ['serve-orders'] },
  { path: deskMoneyPagePath, name: 'foyer.desk.money', icon: 'money', verbs: ['manage-orders'] },
  { path: deskPeoplePagePath, name: 'foyer.desk.people', icon: 'people', verbs: ['manage-members'] },
  {
    path: deskSettingsPagePath,
    name: 'foyer.desk.settings',
    icon: 'settings',
    verbs: ['administer-shop', 'manage-events', 'manage-orders', 'manage-members'],
  },
]

/**
 * Is the page at this path the one of the way, or below it? Home is its own page alone; passes are beside events, and
 * organisations are settings.
 */
export const isOnWay = ({ path }: Way, pathname: string): boolean =>
  isBelow(path, pathname) ||
  (path === deskEventsPagePath && isBelow(deskPassesPagePath, pathname)) ||
  (path === deskSettingsPagePath && isBelow(deskOrganizationsPagePath, pathname))

const isBelow = (path: string, pathname: string): boolean =>
  pathname === path || (path !== deskPagePath && pathname.startsWith(`${path}/`))
