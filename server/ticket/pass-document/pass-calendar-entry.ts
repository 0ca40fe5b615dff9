import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { instant } from '#domain/foundation/instant.ts'
import { lastDayOf } from '#domain/order/pass/last-day.ts'
import type { PassCalendarEntry } from '#server/documents/calendar/calendar.ts'
import type { Shop } from '#server/catalog/context.ts'
import { momentText } from '#server/foundation/language/dates.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { contextUrl } from '#server/mail/letter/page-urls.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'

/** The last day of a bought pass in a calendar, in the language asked for or that of the order; undefined for a pass without end. */
export function passCalendarEntry(
  shop: Pick<Shop, 'config' | 'texts'>,
  { pass, order: { reservation, offer } }: GoodPass,
  asked: Language | undefined,
): PassCalendarEntry | undefined {
  const { from, to } = pass.valid
  if (to === null) return undefined
  const { context } = offer
  const language = asked ?? reservation.language
  const { timeZone } = context
  const say = sayIn(textsOf(offer, shop.texts), language)
  const begins = instant(Math.max(reservation.confirmedAt, from ?? reservation.confirmedAt))
  const pageUrl = contextUrl(shop, offer, language)
  const until = say('foyer.pass-order.valid-until', momentText(to, { timeZone, language }))
  return {
    ...lastDayOf({ begins, ends: to, timeZone }),
    publicId: pass.publicId,
    title: say('foyer.pass-calendar.title', displayName(context)),
    description: `${until}\n${say('foyer.pass-calendar.text')}\n${pageUrl}`,
    pageUrl,
    version: context.version,
  }
}
