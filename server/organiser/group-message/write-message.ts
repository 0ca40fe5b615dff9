import { endNewsPath, pathTo } from '#contract/paths.ts'
import {
  type MessageText,
  type MessageTexts,
  PLACEHOLDERS,
  type PlaceholderValues,
  withPlaceholders,
} from '#domain/organiser/group-message/group-message.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { isRenderable, renderAhead, renderedHtml, renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import { contextUrl, orderUrl, ticketViewUrl } from '#server/mail/letter/page-urls.ts'
import type { MailContext } from '#server/mail/letter/letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import type { Reader } from './audience-store.ts'

/** What a message says to one reader: its Markdown is rendered once for all, and the placeholders are filled in what came of it. */

/** Replaces a placeholder while Markdown is rendered; no text that people type has it. */
const MARK = '\ue001'
/** A link has to look like one meanwhile. */
const LINK = 'https://placeholder.invalid/'

const isLink = (name: string): boolean => name.endsWith('-link')
const markOf = (name: string): string => (isLink(name) ? `${LINK}${name}` : `${MARK}${name}${MARK}`)

const marked = (text: string): string => withPlaceholders(text, markOf)

/** False where the machine could not render them now, so that they are tried again. */
export function renderTexts(texts: MessageTexts, organization: { readonly id: number }): Promise<boolean> {
  const owner = ownerOf(organization)
  return renderAhead(
    Object.values(texts).flatMap(({ text }) => [
      { to: 'html' as const, markdown: marked(text), owner },
      { to: 'text' as const, markdown: marked(text), owner },
    ]),
  )
}

/** Languages whose text is too costly to render. */
export async function tooCostly(texts: MessageTexts, organization: { readonly id: number }): Promise<string[]> {
  const languages: string[] = []
  for (const [language, { text }] of Object.entries(texts)) {
    if (!(await isRenderable(marked(text), ownerOf(organization)))) languages.push(language)
  }
  return languages
}

/** In what was rendered a mark is as it was, or part of an address. */
function filledIn(rendered: string, values: PlaceholderValues, escape: (value: string) => string): string {
  return PLACEHOLDERS.reduce((text, name) => {
    const value = values[name]
    const filled = text.replaceAll(markOf(name), () => escape(value))
    return filled.replaceAll(encodeURI(markOf(name)), () => escape(encodeURIComponent(value)))
  }, rendered)
}

/** Of a preview, a made-up person, too. */
export type MessageReader = Omit<Reader, 'personId' | 'orderId'> & { readonly orderId: string }

export type GroupMessageMail = MailContext & {
  readonly subject: string
  /** What the organiser has written, for this reader. */
  readonly html: string
  readonly text: string
  /** Where the reader ends the news; null: it is about the ticket. */
  readonly endNewsUrl: string | null
  readonly isToBuyer: boolean
}

export type Written = {
  readonly offer: OfferedEvent
  readonly text: MessageText
  /** Of the text. */
  readonly language: string
  readonly reader: MessageReader
  readonly endNewsUrl: string | null
}

/** What the mail to one reader is made of; its texts have been rendered. */
export function messageFor(shop: Pick<Shop, 'config'>, written: Written): GroupMessageMail {
  const { offer, text, language, reader, endNewsUrl } = written
  const values = valuesOf(shop, written)
  return {
    ...mailContext({ offer }, language),
    subject: withPlaceholders(text.subject, name => values[name]),
    html: filledIn(renderedHtml(marked(text.text)), values, escapeHtml),
    text: filledIn(renderedText(marked(text.text)), values, value => value),
    endNewsUrl,
    isToBuyer: reader.isBuyer,
  }
}

function valuesOf(shop: Pick<Shop, 'config'>, { offer, language, reader }: Written): PlaceholderValues {
  const { context } = offer
  const { startsAt, timeZone, location, organization } = context
  const reservation = { id: reader.orderId, language }
  return {
    'first-name': reader.firstName,
    'last-name': reader.lastName,
    event: displayName(context),
    date: datesIn(language, timeZone).moment(startsAt),
    place: (location ?? '').replaceAll(/\s*\r?\n\s*/g, ', '),
    'ticket-link': reader.isBuyer
      ? orderUrl(shop, { offer, reservation })
      : ticketViewUrl(shop, { offer, ticket: { publicId: reader.ticketId }, language }),
    'event-link': contextUrl(shop, offer, language),
    organiser: organization.name,
  }
}

type NewsLink = { readonly key: string; readonly language: string; readonly messageId: bigint }

/** Where a reader ends the news; it contains the key, so it goes to that reader only. */
export const endNewsUrl = ({ config }: Pick<Shop, 'config'>, { key, language, messageId }: NewsLink): string =>
  `${config.baseUrl}${pathTo(endNewsPath, { key })}?lang=${language}&message=${messageId}`
