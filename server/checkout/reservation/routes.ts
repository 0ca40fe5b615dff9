import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  backToBooking as backToBookingCall,
  cancelReservation as cancelCall,
  confirmReservation as confirmCall,
  getApplicableCustomPaymentMethods,
  getReservation,
  getReservationStatus,
  getSelectedCustomPaymentMethod,
  resendReservationEmail,
  validateToOverview,
} from '#contract/booking.ts'
import { CONTACT_AND_TICKETS_FORM, type ContactAndTicketsForm } from '#contract/booking-form.ts'
import { routeSchema } from '#contract/call.ts'
import { EXTENSION_FORM, extendReservation as extendCall, getOpenReservations as openCall } from '#contract/own.ts'
import { PAYMENT_FORM, type PaymentForm, type ReservationPaymentResult } from '#contract/payment.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { RESERVATION_FORM, type ReservationForm, reserveTickets as reserveCall } from '#contract/reserve.ts'
import { paymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { CaptchaAnswer } from '#server/foundation/challenge/captcha.ts'
import type { Shop } from '#server/catalog/context.ts'
import { channelOf } from '#server/catalog/visit-count/request-channel.ts'
import { JSON_TYPE, refusal, validated } from '#server/foundation/http/answer.ts'
import { ENGLISH, languageOfTag } from '#server/foundation/language/languages.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { TooManyRequests, limited } from '#server/foundation/http/rate-limit.ts'
import { shareVisit, visitOf, visitsOf } from '#server/foundation/http/visitor.ts'
import { orderCancelled } from '#server/mail/request-limit/count-request.ts'
import type { PayRequest } from '#server/payment/pay/begin-payment.ts'
import { paymentSummary } from '#server/payment/pay/online/give-up-payment.ts'
import { type PayReply, pay } from '#server/payment/pay/pay.ts'
import { acceptDetails } from './details/accept-details.ts'
import { backToBooking, cancelReservation, extendReservation } from './hold/hold.ts'
import { keepDetailsForBuyer, keepForBuyer } from './for-buyer.ts'
import type { Extension } from '#domain/order/reservation/hold.ts'
import { isOfVisits, openReservations } from './open-reservations.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { has } from '#domain/order/reservation/states.ts'
import { askProviders } from '#server/payment/pay/offered-payments.ts'
import { presentPasses, presentReservation } from './present.ts'
import { billingOf, filledIn } from '#server/order/order/billing.ts'
import { detailsOf } from './details/read-details.ts'
import { type Order, readOrder } from '#server/order/order/read-order.ts'
import { findStatus } from '#server/order/order/reservations.ts'
import { resendConfirmation } from '#server/payment/order-mails/resend-confirmation.ts'
import { reserveTickets } from './reserve/reserve-tickets.ts'
import { SUBSCRIPTION_FORM, reserveSubscription } from '#contract/subscription.ts'
import { preferredLanguages } from '#server/foundation/http/plain-page.ts'
import { reservePass } from './reserve/reserve-pass.ts'

/** The details page as it was sent. */
function formOf(body: ContactAndTicketsForm, isInsisting = false) {
  return {
    details: detailsOf(body),
    billing: billingOf(body),
    customerReference: filledIn(body.customerReference),
    isInsisting,
  }
}

/** The calls from the choice of tickets to the confirmed order. */
export function reservationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    await app.register(passReservationRoutes(shop))

    app.post(reserveCall.path, { schema: routeSchema(reserveCall), ...limited('reserve') }, async (request, reply) => {
      const { shortName } = request.params
      const outcome = await reserveTickets(shop, {
        shortName,
        language: request.query.lang,
        ...selectionOf(request.body),
        captcha: captchaOf(request),
        visit: visitOf(request),
        channel: channelOf(request),
        replaces: replacedBy(request.body),
      })
      if (!outcome) return reply.code(404).send()
      if (outcome.ok) {
        shareVisit(request, reply, outcome.value.validity)
        await keepForBuyer(shop, request, outcome.value.id)
        return reply.code(200).send(validated<string | null>(outcome.value.id))
      }
      reply.header('Access-Control-Allow-Origin', '*')
      return reply.code(422).send(refusal<string | null>(outcome.problems, { form: RESERVATION_FORM, value: null }))
    })

    app.get(openCall.path, { schema: routeSchema(openCall) }, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return reply.code(200).send(await openReservations(shop, visitsOf(request)))
    })

    app.get(getReservation.path, { schema: routeSchema(getReservation) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const order = id && (await readOrder(shop, id))
      if (!order) return reply.code(404).send()
      return reply.code(200).send(await presented(shop, order))
    })

    app.get(getReservationStatus.path, { schema: routeSchema(getReservationStatus) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const found = id && (await findStatus(shop.db, id))
      if (!found) return reply.code(404).send()
      return reply.code(200).send({ status: found.status, validatedBookingInformation: found.isValidated })
    })

    app.post(
      validateToOverview.path,
      { schema: routeSchema(validateToOverview), ...limited('details') },
      async (request, reply) => {
        const id = reservationId(request.params.reservationId)
        const form = formOf(request.body, request.query.ignoreWarnings)
        const outcome = id && (await acceptDetails(shop, { id, ...form }))
        if (!id || !outcome) return reply.code(404).send()
        if (outcome.ok) {
          await keepDetailsForBuyer(shop, request, { id, ...form })
          const warnings = outcome.value.warnings.map(({ code, params }) => ({ code, params: [...params] }))
          return reply.code(200).send(validated(true, warnings))
        }
        return reply.code(422).send(refusal(outcome.problems, { form: CONTACT_AND_TICKETS_FORM, value: false }))
      },
    )

    app.post(confirmCall.path, { schema: routeSchema(confirmCall) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const outcome = id && (await pay(shop, id, payRequestOf(request.body), captchaOf(request)))
      if (!outcome) return reply.code(404).send()
      if (outcome.ok) return reply.code(200).send(validated(presentPayReply(outcome.value)))
      const problems = outcome.problems.map(problem => inWords(problem, shop, request.query.lang))
      return reply.code(422).send(refusal(problems, { form: PAYMENT_FORM, value: { ...PAYMENT_DONE, success: false } }))
    })

    app.post(backToBookingCall.path, { schema: routeSchema(backToBookingCall) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      if (id) await backToBooking(shop, id)
      return reply.code(200).send(true)
    })

    app.delete(cancelCall.path, { schema: routeSchema(cancelCall) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      return reply.code(200).send(id === undefined || (await cancelReservation(shop, id)))
    })

    app.post(extendCall.path, { schema: routeSchema(extendCall), ...limited('extend') }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const outcome = id && (await extendReservation(shop, id))
      if (!outcome) return reply.code(404).send()
      if (!outcome.ok) return reply.code(422).send(refusal(outcome.problems, { form: EXTENSION_FORM, value: null }))
      if (await isOfVisits(shop.db, id, visitsOf(request))) shareVisit(request, reply, outcome.value.validity)
      return reply.code(200).send(presentExtension(outcome.value))
    })

    app.get(
      getApplicableCustomPaymentMethods.path,
      { schema: routeSchema(getApplicableCustomPaymentMethods) },
      async (request, reply) => {
        const id = reservationId(request.params.reservationId)
        const exists = id !== undefined && (await findStatus(shop.db, id)) !== undefined
        if (exists) return reply.code(200).send([])
        return reply.code(400).type(JSON_TYPE).send(UNKNOWN_RESERVATION)
      },
    )

    app.get(
      getSelectedCustomPaymentMethod.path,
      { schema: routeSchema(getSelectedCustomPaymentMethod) },
      async (_request, reply) => reply.code(400).type(JSON_TYPE).send(UNKNOWN_RESERVATION),
    )

    const resend = { schema: routeSchema(resendReservationEmail), ...limited('mail') }
    app.post(resendReservationEmail.path, resend, async (request, reply) => {
      const [offer, id] = [await namedOffer(shop, request.params), reservationId(request.params.reservationId)]
      if (!offer) return reply.code(404).send()
      const resent = id && (await resendConfirmation(shop, { id, offer, language: request.query.lang }))
      if (resent?.kind === 'wait') throw new TooManyRequests(resent.seconds)
      if (resent?.kind === 'cancelled') return reply.code(422).send(orderCancelled())
      return reply.code(200).send(resent?.kind === 'queued')
    })
  }
}

type Named = { readonly purchaseContextType: 'event' | 'subscription'; readonly publicIdentifier: string }

function namedOffer({ catalog }: Shop, { purchaseContextType, publicIdentifier }: Named) {
  return purchaseContextType === 'event'
    ? catalog.offeredEvent(publicIdentifier)
    : catalog.offeredPass(publicIdentifier)
}

async function presented(shop: Shop, order: Order): Promise<ReservationInfo> {
  const texts = textsOf(order.offer, shop.texts)
  const { reservation } = order
  const isToBePaid = has(reservation, 'isOpen') && reservation.isValidated && !isFree(reservation.price)
  if (isToBePaid) await askProviders(shop, order)
  const passes = await presentPasses(shop.db, order)
  return presentReservation(order, { ...shop, texts, passes, ...(await paymentSummary(shop, order)) })
}

const UNKNOWN_RESERVATION = JSON.stringify('bad request: there is no such method for this reservation')

/** `failure` is true whatever came out of it, save a redirect (booking contract 3). */
/** Without another page to go to, the client reads the status of the order. */
function presentPayReply(answer: PayReply): ReservationPaymentResult {
  return answer.kind === 'redirect'
    ? { ...PAYMENT_DONE, redirect: true, redirectUrl: answer.url, failure: false }
    : PAYMENT_DONE
}

const PAYMENT_DONE = { success: true, redirect: false, redirectUrl: null, failure: true, gatewayIdOrNull: null }

/** An extra without a quantity is one; with an explicit null it is none (shop contract, ReservationForm). */
function selectionOf({ reservation, additionalService, promoCode }: ReservationForm) {
  return {
    requestedLines: (reservation ?? []).map(line => ({
      categoryId: line.ticketCategoryId ?? 0,
      quantity: line.quantity ?? line.amount ?? 0,
    })),
    services: (additionalService ?? []).map(({ additionalServiceId, quantity = 1, amount }) => ({
      serviceId: additionalServiceId ?? 0,
      quantity: quantity ?? 0,
      amount: amount ?? null,
    })),
    code: promoCode ?? null,
  }
}

/** Left out, or blank: nothing is replaced. */
function replacedBy({ replaces }: ReservationForm): ReservationId | 'unknown' | undefined {
  return replaces ? (reservationId(replaces) ?? 'unknown') : undefined
}

/** The widget's own form sends its answer as `g-recaptcha-response`, which counts as well (shop contract, ReservationForm). */
function captchaOf({ body, query, ip }: CaptchaSource): CaptchaAnswer {
  const ofWidget = query['g-recaptcha-response']
  return { answer: filledIn(body.captcha) ?? (typeof ofWidget === 'string' ? ofWidget.trim() : ''), visitor: ip }
}

type CaptchaSource = {
  readonly body: { readonly captcha?: string | null }
  readonly query: Readonly<Record<string, unknown>>
  readonly ip: string
}

function payRequestOf(form: PaymentForm): PayRequest {
  const { paymentProxy, selectedPaymentMethod, gatewayToken, termAndConditionsAccepted, privacyPolicyAccepted } = form
  return {
    proxy: paymentProxy ?? null,
    method: typeof selectedPaymentMethod === 'string' ? (paymentMethod(selectedPaymentMethod) ?? null) : null,
    gatewayToken: filledIn(gatewayToken),
    isTermsAccepted: termAndConditionsAccepted ?? false,
    isPrivacyAccepted: privacyPolicyAccepted ?? false,
  }
}

/** The reason of a failed payment travels as a text in the buyer's language (booking contract 6). */
function inWords(problem: Problem, { texts }: Shop, language: string): Problem {
  if (!problem.args) return problem
  return {
    ...problem,
    args: problem.args.map(arg =>
      typeof arg === 'string' ? texts.text(languageOfTag(language) ?? ENGLISH, arg) : arg,
    ),
  }
}

const presentExtension = ({ validity, extensionsLeft }: Extension) => ({ validity, extensionsLeft })

/** Reserving a pass; from there on its order goes the way of every other. */
function passReservationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const reserving = { schema: routeSchema(reserveSubscription), ...limited('reserve') }
    app.post(reserveSubscription.path, reserving, async (request, reply) => {
      const outcome = await reservePass(shop, {
        publicId: request.params.id,
        languages: preferredLanguages(request),
        visit: visitOf(request),
      })
      if (!outcome) return reply.code(404).send()
      if (!outcome.ok) {
        return reply.code(422).send(refusal<string | null>(outcome.problems, { form: SUBSCRIPTION_FORM, value: null }))
      }
      shareVisit(request, reply, outcome.value.validity)
      await keepForBuyer(shop, request, outcome.value.id)
      return reply.code(200).send(validated<string | null>(outcome.value.id))
    })
  }
}
