import { displayName } from '#domain/catalog/event.ts'
import type { EventForSale } from './catalog.ts'

/** Who a mail of the event comes from, where replies go, and whether it has a drawn part (lifecycle D). */
export function mailSender({ event, settings }: Pick<EventForSale, 'event' | 'settings'>) {
  const ofOrganizer = settings.flag('MAIL_SET_ORG_REPLY_TO') ? event.organization.email : null
  return {
    purchaseContextId: event.id,
    senderName: displayName(event),
    replyTo: settings.text('MAIL_REPLY_TO') ?? ofOrganizer,
    isTextOnly: !settings.flag('ENABLE_HTML_EMAILS'),
  }
}
