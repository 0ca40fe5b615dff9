import { useSearchParams } from '#client/routing/router.tsx'
import { pathTo, passPagePath } from '#contract/paths.ts'
import type { BasicSubscriptionInfo } from '#contract/subscription.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Link } from '#client/kit/button/button.tsx'
import { Money } from '#client/kit/price/price.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { withoutChoice } from './event-choice.ts'
import { entriesText, validityText } from './pass-texts.ts'
import css from './pass-cards.module.css'

type PassCardsProps = {
  readonly passes: readonly BasicSubscriptionInfo[]
  /** Of each card's heading. */
  readonly level: 'h2' | 'h3'
  /** Nothing is above them: the first pictures decide how soon the page looks complete. */
  readonly first?: boolean
}

/** Beside the words on a phone, where the height of the card decides; above them otherwise. */
const SIZES = '(min-width: 34rem) 20rem, 18rem'

/** So many cards are in sight at once. */
const IN_SIGHT = 4

/** Passes beside each other, each with its price and what it is good for. A whole card leads to its pass. */
export function PassCards({ passes, level, first = false }: PassCardsProps) {
  return (
    <ul className={css.cards}>
      {passes.map((pass, index) => (
        <li key={pass.id}>
          <PassCard pass={pass} level={level} first={first && index < IN_SIGHT} />
        </li>
      ))}
    </ul>
  )
}

type PassCardProps = {
  readonly pass: BasicSubscriptionInfo
  readonly level: PassCardsProps['level']
  readonly first: boolean
}

function PassCard({ pass, level: Heading, first }: PassCardProps) {
  const setting = useLanguage()
  const [query] = useSearchParams()
  return (
    <article className={css.card}>
      <div className={css.picture}>
        <Poster file={pass.fileBlobId} name={pass.id} sizes={SIZES} first={first} />
      </div>
      <div className={css.words}>
        <Heading className={css.title} dir="auto">
          <Link
            to={{ pathname: pathTo(passPagePath, { id: pass.id }), search: withoutChoice(query).toString() }}
            lang={otherLanguage(pass.title, setting.language)}
          >
            {inLanguage(pass.title, setting.language)}
          </Link>
        </Heading>
        <p className="soft">
          {validityText(pass, setting)}. {entriesText(pass, setting)}.
        </p>
        <p className={css.price}>
          <Money amount={pass.leastPrice?.total ?? pass.formattedPrice} currency={pass.currency} />
          <PerEntry pass={pass} />
        </p>
      </div>
    </article>
  )
}

/** What one entry costs with a pass that has a number of them; nothing for any other, and for a free one. */
function PerEntry({ pass }: { readonly pass: BasicSubscriptionInfo }) {
  const { language, t } = useLanguage()
  const { maxEntries, currency, currencyDescriptor, leastPrice, formattedPrice } = pass
  const total = leastPrice?.total ?? formattedPrice
  if (maxEntries < 2 || isZero(total) || currency === '') return null
  const price = (Number(total) / maxEntries).toFixed(currencyDescriptor.fractionDigits)
  return <span className={css.each}>{t('foyer.pass.per-entry', formatAmount(price, currency, language))}</span>
}
