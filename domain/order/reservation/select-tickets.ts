import { type Category, type CategoryId, isOnSale } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type AdditionalServiceId, UNLIMITED_QUANTITY } from '#domain/catalog/price/additional-service.ts'
import { type RequestedService, type ChosenService, chooseServices } from '#domain/order/pricing/services.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type RedeemableCode, openedCategory } from '#domain/catalog/promo-code/redeemable-code.ts'
import {
  ACCESS_RESTRICTED,
  CODE_NOT_FOUND,
  MUST_BE_SALEABLE,
  NOT_A_PERSON,
  NOT_ENOUGH_TICKETS,
} from './selection-problems.ts'

/** What the visitor asks for: so many tickets of a category. Lines of nothing are ignored. */
export type RequestedLine = { readonly categoryId: number; readonly quantity: number }

export type SelectionRequest = {
  readonly lines: readonly RequestedLine[]
  readonly services: readonly RequestedService[]
}

/** A line that may be reserved, with its category. One line a category. */
export type SelectedLine = { readonly category: Category; readonly quantity: number }

/** Tickets and extras that may be reserved, as far as stock does not matter. */
export type Selection = { readonly lines: readonly SelectedLine[]; readonly services: readonly ChosenService[] }

export type SelectionFacts = {
  readonly offer: EventOffer
  readonly now: Instant
  /** Tickets one line may have, for this category (MAX_AMOUNT_OF_TICKETS_BY_RESERVATION). */
  readonly maximumPerLine: (category: CategoryId) => number
  /** What was typed in; null: nothing. */
  readonly code: RedeemableCode | 'unknown' | null
  /** False where a captcha was asked for and not answered well. */
  readonly isPerson: boolean
}

/**
 * Decides whether a selection may be reserved, before any seat is touched. Checks run in the order of domain rules 4.5:
 * an unknown code and a bad captcha (the checks go on), nothing selected, a line above its maximum (argument: the
 * maximum), a category or an extra that is unknown or can't be had that way, a category that is not on sale now; and when
 * all of that is right, whether hidden categories are opened. Whether seats, tokens and units are left is found out while
 * holding them.
 */
export function selectTickets(requested: SelectionRequest, facts: SelectionFacts): Outcome<Selection> {
  const lines = mergeLines(requested.lines)
  const services = selectServices(requested.services, lines, facts)
  const isUnknown = facts.code === 'unknown'
  const selected = lines.flatMap(line => selectedLine(line, facts))
  const problems = [
    ...(isUnknown ? [CODE_NOT_FOUND] : []),
    ...(facts.isPerson ? [] : [NOT_A_PERSON]),
    ...problemsOf(lines, services, facts),
  ]
  return acceptedUnless(problems.length > 0 ? problems : accessProblems(selected, facts), {
    lines: selected,
    services: services.ok ? services.value : [],
  })
}

function problemsOf(
  lines: readonly RequestedLine[],
  services: Outcome<readonly ChosenService[]>,
  facts: SelectionFacts,
): Problem[] {
  if (lines.length === 0) return [problem('error.STEP_1_SELECT_AT_LEAST_ONE')]
  for (const { categoryId, quantity } of lines) {
    const maximum = maximumOf(categoryId, facts)
    if (quantity > maximum) return [problem('error.STEP_1_OVER_MAXIMUM', { args: [maximum] })]
  }
  const isForeign = lines.some(line => categoryOf(line, facts) === undefined)
  if (isForeign || !services.ok) return [MUST_BE_SALEABLE]
  return lines.flatMap(line => (selectedLine(line, facts).length === 0 ? [MUST_BE_SALEABLE] : []))
}

/** An access code with a maximum has its own, for its category only (domain rules 2.5; 13, Q6). */
function maximumOf(category: number, { code, maximumPerLine }: SelectionFacts): number {
  const ofCode =
    isRedeemable(code) && code.kind === 'promo-code' && openedCategory(code) === category && code.maximumUsage
  return ofCode || maximumPerLine(category as CategoryId)
}

/** The first hidden category that stays closed, or of which a token should buy more than its one ticket. */
function accessProblems(lines: readonly SelectedLine[], { code }: SelectionFacts): Problem[] {
  const redeemable = isRedeemable(code) ? code : undefined
  const opened = redeemable && openedCategory(redeemable)
  const [first] = lines.flatMap(({ category, quantity }) => {
    if (!category.isRestricted) return []
    if (category.id !== opened) return [ACCESS_RESTRICTED]
    return redeemable?.kind === 'token' && quantity > 1 ? [NOT_ENOUGH_TICKETS] : []
  })
  return first ? [first] : []
}

function isRedeemable(code: SelectionFacts['code']): code is RedeemableCode {
  return code !== null && code !== 'unknown'
}

function selectServices(
  requested: readonly RequestedService[],
  lines: readonly RequestedLine[],
  facts: SelectionFacts,
) {
  const { services } = facts.offer
  const onSale = new Set(services.filter(service => isServiceOnSale(service, facts.now)).map(({ id }) => id))
  const chosen = chooseServices(requested, {
    services,
    isOnSale: ({ id }) => onSale.has(id),
    tickets: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  })
  if (!chosen.ok) return chosen
  return acceptedUnless(isTooMuch(chosen.value) ? [MUST_BE_SALEABLE] : [], chosen.value)
}

/** An extra without any limit of its own still has one: each item is a row. */
function isTooMuch(chosen: readonly ChosenService[]): boolean {
  const quantities = new Map<AdditionalServiceId, number>()
  for (const { service, quantity } of chosen) {
    quantities.set(service.id, (quantities.get(service.id) ?? 0) + quantity)
  }
  return [...quantities.values()].some(quantity => quantity > UNLIMITED_QUANTITY)
}

function categoryOf({ categoryId }: RequestedLine, { offer }: SelectionFacts): Category | undefined {
  return offer.categories.find(({ id }) => id === categoryId)
}

function selectedLine(line: RequestedLine, facts: SelectionFacts): SelectedLine[] {
  const category = categoryOf(line, facts)
  return category && isOnSale(category, facts.now) ? [{ category, quantity: line.quantity }] : []
}

function mergeLines(requested: readonly RequestedLine[]): RequestedLine[] {
  const quantities = new Map<number, number>()
  for (const { categoryId, quantity } of requested) {
    if (quantity > 0) quantities.set(categoryId, (quantities.get(categoryId) ?? 0) + quantity)
  }
  return [...quantities].map(([categoryId, quantity]) => ({ categoryId, quantity }))
}
