import type { CodeOffer } from '#contract/promo-code.ts'
import { printedTotal } from '#domain/foundation/money/money.ts'
import { descriptionsOf, markdownByLanguage } from '#server/catalog/browse/present.ts'
import type { Shop } from '#server/catalog/context.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { dueForOne } from '#server/catalog/sale-check/judge-ways.ts'
import { type CodeAtEvent, lookAtCode } from './look-at-code.ts'

/** The ticket that a link with a code opens, as its page shows it; undefined where it opens none. */
export async function codeOffer(shop: Shop, code: CodeAtEvent): Promise<CodeOffer | undefined> {
  const looked = await lookAtCode(shop, code)
  if (!looked?.ok || looked.value.kind !== 'ticket') return undefined
  const { offer, category, heldUntil } = looked.value
  const texts = textsOf(offer, shop.texts)
  await renderAhead(descriptionsOf(offer, texts))
  const { amount, currency } = dueForOne(category, { offer, now: shop.clock.now() })
  return {
    categoryName: category.name,
    description: markdownByLanguage(offer.context, category.description, texts),
    price: printedTotal(amount, currency),
    heldUntil,
  }
}

/** The same as JSON text, for a page. */
export async function readCodeOffer(
  shop: Shop,
  { shortName, code }: { readonly shortName: string; readonly code: string },
): Promise<string | undefined> {
  const offer = await codeOffer(shop, { shortName, text: code })
  return offer && JSON.stringify(offer)
}
