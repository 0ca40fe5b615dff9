import type { Shop } from '#server/catalog/context.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { findCode, tokensForCode } from '#server/catalog/promo-code/find-code.ts'
import type { EventChoices } from '#contract/own.ts'
import { type ChoiceQuery, type EventList, type ListQuery, eventChoices, eventLists } from './event-list.ts'
import type { Kept } from './kept-answers.ts'
import { type ListedEvents, type ListedQuery, listedEvents } from './listed-events.ts'
import { descriptionsOf, presentEvent } from './present.ts'
import { type CatalogueFacts, presentCategories } from './present-categories.ts'
import { legalTextAnswer } from './legal-text-answer.ts'
import { organizerAnswer } from './organizer-answer.ts'
import { ownStock } from './own-stock.ts'
import type { UnitTable } from '#server/catalog/catalog/services.ts'
import type { SeatTable } from '#server/catalog/catalog/seats.ts'

/**
 * The two answers every visitor of an event asks for, as finished JSON text. A text is written again when the offer, the
 * seats or the extras it was made from have changed, and at the latest after FRESH_MS, because sales begin and end by
 * the clock. What a code changes is written for its owner alone.
 */
export type EventAnswers = {
  list(query: ListQuery): Promise<EventList>
  /** A part of the list with prices, as the pages show it. */
  listed(query: ListedQuery): Promise<ListedEvents>
  /** Undefined for an unknown organiser. */
  organizer(slug: string): Promise<string | undefined>
  /** A published version of terms or of a privacy policy. */
  legalText(id: string): Promise<string | undefined>
  /** What the list can be narrowed to. */
  choices(query: ChoiceQuery): Promise<Kept<EventChoices>>
  /** Undefined for an unknown event. */
  event(shortName: string): Promise<string | undefined>
  /** A code that is not good now changes nothing, nor a reservation that is not open. */
  categories(shortName: string, filter?: CategoryQuery): Promise<string | undefined>
}

export type CategoryQuery = {
  readonly code?: string
  /** The id of an open reservation: what it holds counts as free. */
  readonly replaces?: string
}

type Stock = Omit<CatalogueFacts, 'texts' | 'code' | 'tokensForCode' | 'own'>

type Written = { readonly offer: OfferedEvent; readonly units: UnitTable; readonly at: number; readonly text: string }

export function eventAnswers(
  shop: Pick<Shop, 'config' | 'db' | 'catalog' | 'clock' | 'texts' | 'providers' | 'log'>,
): EventAnswers {
  const { config, db, catalog, clock, texts, providers } = shop

  const stockOf = async (shortName: string): Promise<Stock | undefined> => {
    const offer = await catalog.offeredEvent(shortName)
    if (!offer) return undefined
    const [seats, units] = await Promise.all([catalog.seats(offer.context), catalog.freeUnits(offer)])
    return { offer, providers, seats, units, now: clock.now() }
  }
  const factsOf = async (stock: Stock): Promise<CatalogueFacts> => {
    const own = textsOf(stock.offer, texts)
    await renderAhead(descriptionsOf(stock.offer, own))
    return { ...stock, texts: own }
  }
  const written = (write: (facts: CatalogueFacts) => unknown) => {
    const kept = new WeakMap<SeatTable, Written>()
    return async (shortName: string): Promise<string | undefined> => {
      const stock = await stockOf(shortName)
      if (!stock) return undefined
      const { offer, seats, units, now } = stock
      const cached = (): string | undefined => {
        const last = kept.get(seats)
        const isFresh = last?.offer === offer && last.units === units && Math.abs(now - last.at) < FRESH_MS
        return isFresh ? last.text : undefined
      }
      const before = cached()
      if (before !== undefined) return before
      const facts = await factsOf(stock)
      // Another request may have written it meanwhile: one text, so that the page is rendered once.
      const meanwhile = cached()
      if (meanwhile !== undefined) return meanwhile
      const text = JSON.stringify(write(facts))
      kept.set(seats, { offer, units, at: now, text })
      return text
    }
  }
  const usual = written(presentCategories)

  return {
    list: eventLists(shop),
    listed: listedEvents(shop),
    organizer: organizerAnswer(shop),
    legalText: legalTextAnswer(shop),
    choices: eventChoices(shop),
    event: written(facts => presentEvent({ ...facts, config }, facts.offer, facts)),
    categories: async (shortName, { code: typed = '', replaces = '' } = {}) => {
      if (typed.trim() === '' && replaces === '') return usual(shortName)
      const stock = await stockOf(shortName)
      const facts = stock && (await factsOf(stock))
      const own = facts && (await ownStock(db, facts.offer, reservationId(replaces)))
      const code = facts && (await findCode(db, facts.offer, typed, facts.now, own?.id))
      if (!facts || (!code && !own)) return usual(shortName)
      const tokens = code && (await tokensForCode(db, code, own?.id))
      return JSON.stringify(presentCategories({ ...facts, code, tokensForCode: tokens, own }))
    },
  }
}
