import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  WAITING_LIST_FORM,
  type WaitingListForm,
  type WaitingTogetherForm,
  getWaitingPlace,
  giveUpWaitingPlace,
  joinWaitingList as joinCall,
  joinWaitingListHere as joinHereCall,
} from '#contract/waiting-list.ts'
import { ONE_SEAT, type WaitingListRequest, type WaitingSeats } from '#domain/order/waiting-list/waiting-list.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { type Joined, joinWaitingList, leaveWaitingList, waitingPlaceOf } from './subscription.ts'

export function waitingListRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.post(joinCall.path, { schema: routeSchema(joinCall), ...limited('waitingList') }, async (request, reply) => {
      const outcome = await joinWaitingList(shop, request.params.shortName, requestOf(request.body, ONE_SEAT))
      if (!outcome) return reply.code(404).send()
      if (outcome.ok) return reply.code(200).send(validated<boolean | null>(outcome.value.isOn))
      return reply.code(422).send(refusal<boolean | null>(outcome.problems, { form: WAITING_LIST_FORM, value: null }))
    })

    const join = { schema: routeSchema(joinHereCall), ...limited('waitingList') }
    app.post(joinHereCall.path, join, async (request, reply) => {
      const outcome = await joinWaitingList(
        shop,
        request.params.shortName,
        requestOf(request.body, seatsOf(request.body)),
      )
      if (!outcome) return reply.code(404).send()
      if (outcome.ok) return reply.code(200).send(validated<Joined | null>(outcome.value))
      return reply.code(422).send(refusal<Joined | null>(outcome.problems, { form: WAITING_LIST_FORM, value: null }))
    })

    const place = { schema: routeSchema(getWaitingPlace), ...limited('leaveWaitingList') }
    app.get(getWaitingPlace.path, place, async (request, reply) => {
      const found = await waitingPlaceOf(shop, request.params.key)
      return found ? reply.code(200).send(found) : reply.code(404).send()
    })

    const giveUp = { schema: routeSchema(giveUpWaitingPlace), ...limited('leaveWaitingList') }
    app.delete(giveUpWaitingPlace.path, giveUp, async (request, reply) => {
      const { kind } = await leaveWaitingList(shop, request.params.key)
      return kind === 'none' ? reply.code(200).send(true) : reply.code(404).send()
    })
  }
}

function seatsOf({ quantity, orFewer }: WaitingTogetherForm): WaitingSeats {
  return { quantity: quantity ?? 1, isFewerEnough: orFewer ?? true }
}

function requestOf(form: WaitingListForm, seats: WaitingSeats): WaitingListRequest {
  return {
    seats,
    person: {
      firstName: lineOrEmpty(form.firstName),
      lastName: lineOrEmpty(form.lastName),
      email: form.email?.trim() ?? '',
    },
    language: lineOrEmpty(form.userLanguage),
    categoryId: categoryOf(form.selectedCategory ?? null),
    isTermsAccepted: form.termAndConditionsAccepted ?? false,
    isPrivacyAccepted: form.privacyPolicyAccepted ?? false,
  }
}

/** A blank text names none; one that is no number names none there is. */
function categoryOf(selected: number | string | null): number | null {
  if (typeof selected !== 'string') return selected
  const digits = selected.trim()
  if (digits === '') return null
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}
