import * as calls from '#contract/organiser-subscription.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import type { SubscriptionReservationRequest, BoughtSubscription } from '#contract/organiser-subscription.ts'
import { sentAnswers } from '#domain/catalog/fields/field.ts'
import { instant } from '#domain/foundation/instant.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { callerOf, deny, onlyFor } from '#server/access/api-key/guard.ts'
import type { SignIn } from '#server/access/sign-in/offered.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  countOrderFor,
  hrefOfOrder,
  personOf,
  presentCreated,
  presentRefused,
  stated,
} from '#server/checkout/reservation/order-for.ts'
import { sendText } from '#server/foundation/http/answer.ts'
import { findPass, ownPass } from '#server/organiser/pass-editing/find-pass.ts'
import { extendPass, takePassBack } from './change-bought-pass.ts'
import { type ReserveFor, reservePassFor } from './reserve-for.ts'
import { boughtOf, findBought, usesOf, type BoughtOf } from './store.ts'

/** What organisers do with sold or reserved passes, by API key. */
export function passDeskRoutes(shop: Shop, signIn: Pick<SignIn, 'isOffered'>): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    const reserve = { schema: routeSchema(calls.createSubscriptionReservation) }
    app.post(calls.createSubscriptionReservation.path, reserve, async (request, reply) => {
      const { body } = request
      await countOrderFor(app, request)
      const pass = await ownPass(shop, request, request.params.id)
      if (!pass) return (await findPass(shop.db, request.params.id)) ? deny(reply) : reply.code(404).send()
      const reserved = await reservePassFor(shop, reserveRequestOf(pass.publicId, body))
      if (!reserved) return reply.code(404).send()
      if (!reserved.ok) return reply.code(400).send(presentRefused(reserved.problems))
      const context = { kind: 'subscription', publicId: pass.publicId } as const
      const order = { id: reserved.value, context, isNamedPerson: body.user != null, language: body.language }
      const href = await hrefOfOrder(shop, signIn, order)
      return reply.code(200).send(presentCreated(reserved.value, href))
    })

    const takeBack = { schema: routeSchema(calls.deleteSubscription) }
    app.delete(calls.deleteSubscription.path, takeBack, async (request, reply) => {
      const pass = await ownPass(shop, request, request.params.id)
      if (!pass) return deny(reply)
      const { subscriptionToDelete: id } = request.params
      const isTaken = await takePassBack(shop, { passId: pass.id, id, by: callerOf(request) })
      return isTaken === undefined ? deny(reply) : reply.code(200).send(isTaken)
    })

    const list = { schema: routeSchema(calls.listBoughtSubscriptions) }
    app.get(calls.listBoughtSubscriptions.path, list, async (request, reply) => {
      const pass = await ownPass(shop, request, request.params.id)
      if (!pass) return deny(reply)
      const { total, bought } = await boughtOf(shop.db, pass.id, request.query.page ?? 0)
      return reply.code(200).send({ total, subscriptions: bought.map(presentBought) })
    })

    const uses = { schema: routeSchema(calls.listSubscriptionUses) }
    app.get(calls.listSubscriptionUses.path, uses, async (request, reply) => {
      const pass = await ownPass(shop, request, request.params.id)
      const bought = pass && (await findBought(shop.db, pass.id, request.params.boughtId))
      return bought ? reply.code(200).send(presentUses(await usesOf(shop.db, bought.id))) : deny(reply)
    })

    const extend = { schema: routeSchema(calls.extendSubscription) }
    app.post(calls.extendSubscription.path, extend, async (request, reply) => {
      const { body, params } = request
      const pass = await ownPass(shop, request, params.id)
      const extension = {
        validTo: body.validTo == null ? null : instant(body.validTo),
        maxEntries: body.maxEntries ?? null,
      }
      const by = callerOf(request).description
      const extended = pass && (await extendPass(shop, { passId: pass.id, publicId: params.boughtId, extension, by }))
      if (!extended) return deny(reply)
      if (!extended.ok) return sendText(reply, 400, describeExtensionProblems(extended.problems))
      return reply.code(200).send(presentBought(extended.value))
    })
  }
}

function reserveRequestOf(publicId: string, body: SubscriptionReservationRequest): ReserveFor {
  const { user, owner, configuration, metadata, subscriptionConfiguration } = body
  return {
    publicId,
    language: body.language ?? '',
    buyer: personOf(user ?? {}),
    owner: owner ? personOf(owner) : null,
    answers: sentAnswers(owner?.additional),
    areCodesShown: subscriptionConfiguration?.displayPin ?? true,
    configuration: configuration ? stated(configuration) : null,
    metadata: metadata ? stated(metadata) : null,
  }
}

export function presentBought({ publicId, reservationId, status, owner, ...pass }: BoughtOf): BoughtSubscription {
  const { valid, maxEntries, used, acquiredAt } = pass
  return {
    publicId,
    reservationId,
    status,
    owner,
    validFrom: valid.from,
    validTo: valid.to,
    maxEntries,
    used,
    boughtAt: acquiredAt,
  }
}

export const presentUses = (uses: Awaited<ReturnType<typeof usesOf>>) =>
  uses.map(row => ({
    eventSlug: row.short_name,
    ticket: row.public_uuid,
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
  }))

/** One English sentence for the organiser who wanted to extend a pass. */
const EXTENSION_PROBLEMS: Readonly<Record<string, string>> = {
  'extension-of-unsold': 'Only a pass that somebody has can be extended.',
  'extension-of-nothing': 'State validTo, maxEntries, or both.',
  'extension-of-endless': 'The pass is good without end.',
  'extension-shorter': 'The pass is good for longer than that: validTo can only be later.',
  'extension-of-unlimited': 'The pass is good for any number of entries.',
  'extension-fewer': 'The pass has more entries than that: maxEntries can only be higher.',
}

/** A JSON array as text, as in all refusals of passes. */
export const describeExtensionProblems = (problems: readonly Problem[]): string =>
  JSON.stringify(problems.map(({ code }) => ({ fieldName: '', code, description: EXTENSION_PROBLEMS[code] ?? code })))
