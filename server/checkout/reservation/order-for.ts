import type { CreationResponse } from '#contract/organiser-subscription.ts'
import { pathTo, signInForOrderPath } from '#contract/paths.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Contact, isPlausibleEmail } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import type { Shop } from '#server/catalog/context.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '#server/access/api-key/guard.ts'
import { countAbout } from '#server/foundation/http/rate-limit.ts'

/** The common part of the calls by which organisers begin an order for a buyer. */

type Named = { readonly firstName?: string | null; readonly lastName?: string | null; readonly email?: string | null }

export const personOf = ({ firstName, lastName, email }: Named): Contact => ({
  firstName: lineOrEmpty(firstName),
  lastName: lineOrEmpty(lastName),
  email: email?.trim() ?? '',
})

/** Without what was left empty. */
export function stated<Value>(members: Readonly<Record<string, Value | null | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, Value][] => (value == null ? [] : [[name, value]])),
  )
}

/** An impossible address; a missing one is filled in later. */
export function wrongAddress({ email }: Contact, of: string): Problem[] {
  return email === '' || isPlausibleEmail(email) ? [] : [problem('error.email', { field: `${of}.email` })]
}

type NewOrder = {
  readonly id: ReservationId
  readonly context: Parameters<typeof orderUrl>[1]['offer']['context']
  /** Where buyers can sign in, the named person is led through it. */
  readonly isNamedPerson: boolean
  /** The pass that is to pay, which the page of the order applies; a sign-in in between keeps paths only. */
  readonly pass?: string | null | undefined
  /** As the organiser's client says it, whether or not it is one of ours: the page decides what it shows. */
  readonly language?: string | null | undefined
}

/** The link that the organiser sends to the person who continues the order. */
export async function hrefOfOrder(
  shop: Pick<Shop, 'config' | 'db'>,
  { isOffered }: { isOffered(): Promise<boolean> },
  { id, context, isNamedPerson, pass, language }: NewOrder,
): Promise<string> {
  if (isNamedPerson && (await isOffered())) {
    const publicIdentifier = context.kind === 'event' ? context.shortName : context.publicId
    const ids = { purchaseContextType: context.kind, publicIdentifier, reservationId: id }
    return shop.config.baseUrl + pathTo(signInForOrderPath, ids)
  }
  const reservation = await findReservation(shop.db, id)
  if (!reservation) throw new Error(`reservation ${id} was made a moment ago`)
  const shown = language?.trim() ? encodeURIComponent(language.trim()) : reservation.language
  const page = orderUrl(shop, { offer: { context }, reservation: { id, language: shown } })
  return pass ? `${page}&subscription=${encodeURIComponent(pass)}` : page
}

export const presentCreated = (id: string, href: string): CreationResponse => ({
  id,
  href,
  errors: null,
  success: true,
})

/** As clients of the organiser contract know a refused reservation: one code for all, and the text's in its description. */
export const presentRefused = (problems: readonly Problem[]): CreationResponse => ({
  id: null,
  href: null,
  errors: presentProblems(problems),
  success: false,
})

export const presentProblems = (problems: readonly Problem[]) =>
  problems.map(({ code, field, args }) => ({
    fieldName: field ?? '',
    code: 'invalid.reservation',
    description: code,
    ...(args && { arguments: [...args] }),
  }))

/**
 * Counts what an organisation reserves for others, tickets and passes together, whichever of its keys it does so with. Throws
 * TooManyRequests for one too many in an hour.
 */
export function countOrderFor(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  return countAbout(app, request, { what: 'orderFor', key: String(callerOf(request).organizationId) })
}
