import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { fieldsOfOwner } from '#domain/catalog/fields/field.ts'
import { type Language, inLanguage } from '#domain/foundation/language/texts.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import { answersInWords } from '#server/catalog/fields/fields.ts'
import { documentLook, pictureOf } from '#server/documents/pdf/document-look.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { contextUrl, passUseUrl } from '#server/mail/letter/page-urls.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { renderAhead, renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'
import { countUses } from '#server/order/order/passes-of.ts'
import { type PassDocument, passFileName, passPdf } from '#server/documents/pdf/pass-pdf.ts'
import { instant } from '#domain/foundation/instant.ts'
import { lastDayOf } from '#domain/order/pass/validity.ts'
import type { PassCalendarEntry } from '#server/documents/calendar/calendar.ts'
import { momentText } from '#server/foundation/language/dates.ts'
import { sayIn } from '#server/foundation/language/texts.ts'

type PassFile = { readonly fileName: string; readonly pdf: Uint8Array }

/** A bought pass as a file to keep, in the language of its order (lifecycle C.3). */
export async function passFile(shop: Shop, good: GoodPass): Promise<PassFile> {
  const { pass, order } = good
  const { context } = order.offer
  const described = describePass(shop, good, {
    used: await countUses(shop.db, pass.id),
    description: await descriptionText(context, order.reservation.language),
  })
  const { settings } = order.offer
  const look = await documentLook(shop.db, settings, pictureOf(settings, context.fileDigest))
  const pdf = await passPdf(described, textsOf(order.offer, shop.texts), look)
  return { fileName: passFileName(pass.publicId), pdf }
}

async function descriptionText({ description, organization }: PurchaseContext, language: string): Promise<string> {
  const markdown = inLanguage(description, language)
  await renderAhead([{ to: 'text', markdown, owner: ownerOf(organization) }])
  return renderedText(markdown)
}

function describePass(
  shop: Pick<Shop, 'config' | 'clock'>,
  { pass, order }: GoodPass,
  { used, description }: { readonly used: number; readonly description: string },
): PassDocument {
  const { reservation, offer, answers } = order
  const { context, settings } = offer
  const { language, contact } = reservation
  const { id, maxEntries, valid, areCodesShown, owner } = pass
  const { name, email } = context.organization
  return {
    language,
    passName: displayName(context),
    organizer: { name, email },
    owner: { name: fullName(owner ?? contact), email: (owner ?? contact).email },
    valid,
    timeZone: context.timeZone,
    entries: { max: maxEntries, used, usage: context.usage.kind },
    codes: areCodesShown ? { pin: passPin(id), id } : null,
    useUrl: passUseUrl(shop, { id, language }),
    answers: answersInWords(fieldsOfOwner(offer.fields), answers.ofPasses.get(id), language),
    description,
    order: {
      shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
      buyer: fullName(contact),
    },
    madeAt: shop.clock.now(),
  }
}

/** The last day of a bought pass in a calendar, in the language asked for or that of the order; undefined for a pass without end. */
export function passCalendarEntry(
  shop: Pick<Shop, 'config' | 'texts'>,
  { pass, order: { reservation, offer } }: GoodPass,
  requested: Language | undefined,
): PassCalendarEntry | undefined {
  const { from, to } = pass.valid
  if (to === null) return undefined
  const { context } = offer
  const language = requested ?? reservation.language
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
