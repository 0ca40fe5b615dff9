/** The pictures in docs/organiser: which page of the desk each shows, and what is added to its address. */
export const ORGANISER_PICTURES: readonly {
  readonly file: string
  /** As `everyDeskPage` calls it. */
  readonly page: string
  readonly query?: string
}[] = [
  { file: 'account', page: 'desk-account' },
  { file: 'as-buyer', page: 'desk-event-as-buyer' },
  { file: 'attendees', page: 'desk-event-attendees' },
  { file: 'books', page: 'desk-money-books' },
  { file: 'doors', page: 'desk-event-door' },
  { file: 'event', page: 'desk-event' },
  { file: 'exports', page: 'desk-exports' },
  { file: 'figures', page: 'desk-event-figures' },
  { file: 'home', page: 'desk-home' },
  { file: 'mail', page: 'desk-settings-mail' },
  { file: 'new-event', page: 'desk-new-event' },
  { file: 'orders', page: 'desk-orders' },
  { file: 'passes', page: 'desk-passes' },
  { file: 'people', page: 'desk-people' },
  { file: 'settings', page: 'desk-settings-shop' },
  { file: 'sponsors', page: 'desk-event-sponsors' },
  { file: 'tickets', page: 'desk-event-edit', query: '?part=tickets' },
  { file: 'transfers', page: 'desk-money-transfers' },
  { file: 'webhooks', page: 'desk-organization-webhooks' },
]
