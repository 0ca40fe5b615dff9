import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { codeLinkPath, eventPagePath, pathTo } from '#contract/paths.ts'
import { codeLink, followCode as followCall, getCodeOffer, shortCodeLink, takeCode } from '#contract/promo-code.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isOfAnotherSite } from '#server/foundation/http/request.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import {
  type VisitorOptions,
  keepCookie,
  sessionOfCookie,
  shareVisit,
  visitOf,
  visitOfSession,
} from '#server/foundation/http/visitor.ts'
import { type CodeLink, codeOffer, readCodeLink } from './code-offer.ts'
import { type Followed, followCode, ownOrder } from './follow-code.ts'

/**
 * Links with a code (shop contract, code links). A GET takes nothing, for programs that check mails follow every link: it
 * leads to a page with one button, whose POST reserves the ticket.
 */
export function codeLinkRoutes(shop: Shop, visitors: VisitorOptions): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', async (_, reply) => {
      reply.header('Cache-Control', 'no-store')
    })

    app.get(followCall.path, { schema: routeSchema(followCall), ...limited('code') }, async (request, reply) => {
      const { shortName, code } = request.params
      const read = await readCodeLink(shop, { shortName, text: code })
      return reply.redirect(
        placeOfCodeLink({ shortName, code }, read) ?? pathTo(codeLinkPath, { shortName, code }),
        307,
      )
    })

    app.get(getCodeOffer.path, { schema: routeSchema(getCodeOffer), ...limited('code') }, async (request, reply) => {
      const { shortName, code } = request.params
      const offer = await codeOffer(shop, { shortName, text: code })
      return offer ? reply.code(200).send(offer) : reply.code(404).send()
    })

    app.get(shortCodeLink.path, { schema: routeSchema(shortCodeLink) }, async (request, reply) =>
      reply.redirect(pathTo(codeLinkPath, request.params), 302),
    )

    app.get(codeLink.path, { schema: routeSchema(codeLink), ...limited('code') }, async (request, reply) => {
      const { shortName, code } = request.params
      const read = await readCodeLink(shop, { shortName, text: code })
      const place = placeOfCodeLink({ shortName, code }, read)
      if (place !== undefined) return reply.redirect(place, 302)
      const session = sessionOfCookie(request, visitors)
      const opened = read?.ok && read.value.kind === 'ticket' ? read.value : undefined
      const own = session && opened && (await ownOrder(shop, opened, [visitOfSession(session)]))
      if (own) return reply.redirect(placeOfOrder(shortName, own.id), 302)
      // So that the browser says with the form that this page has sent it.
      reply.header('Referrer-Policy', 'same-origin')
      // The page itself is one of the shop's pages.
      return reply.callNotFound()
    })

    app.post(takeCode.path, { schema: routeSchema(takeCode), ...limited('code') }, async (request, reply) => {
      const { shortName, code } = request.params
      if (isOfAnotherSite(request)) return reply.redirect(pathTo(codeLinkPath, { shortName, code }), 303)
      keepCookie(request, reply, visitors)
      const language = choosePageLanguage(request)
      const followed = await followCode(shop, { shortName, text: code, language, visit: visitOf(request) })
      if (followed?.ok && followed.value.kind === 'reserved') shareVisit(request, reply, followed.value.validity)
      return reply.redirect(placeOfFollowed({ shortName, code }, followed), 303)
    })
  }
}

type Link = { readonly shortName: string; readonly code: string }

const placeOfOrder = (shortName: string, id: string): string =>
  `${pathTo(eventPagePath, { shortName })}/reservation/${id}/book`

/** Where a link leads that opens no ticket; undefined for one that does. */
function placeOfCodeLink(link: Link, read: Outcome<CodeLink> | undefined): string | undefined {
  if (!read?.ok) return placeOfRefusal(link, read)
  return read.value.kind === 'ticket' ? undefined : placeOfCode(link, read.value.code)
}

function placeOfFollowed(link: Link, followed: Outcome<Followed> | undefined): string {
  if (!followed?.ok) return placeOfRefusal(link, followed)
  const { value } = followed
  switch (value.kind) {
    case 'reserved':
      return placeOfOrder(link.shortName, value.id)
    case 'code':
      return placeOfCode(link, value.code)
    case 'held':
      // Its page says until when.
      return pathTo(codeLinkPath, link)
    default:
      return value satisfies never
  }
}

const placeOfCode = ({ shortName }: Link, code: string): string =>
  `${pathTo(eventPagePath, { shortName })}?${new URLSearchParams({ code }).toString()}`

/** The page of an unknown event says so by itself: its link carries no errors (shop contract, code links). */
function placeOfRefusal({ shortName }: Link, refusal: Exclude<Outcome<unknown>, { ok: true }> | undefined): string {
  const eventPage = pathTo(eventPagePath, { shortName })
  if (!refusal) return eventPage
  const codes = refusal.problems.map(({ code }) => code).join(',')
  return `${eventPage}?${new URLSearchParams({ errors: codes }).toString()}`
}
