import type { Event } from '#contract/event.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { passPagePath, pathTo } from '#contract/paths.ts'
import { Link } from '#client/kit/button/button.tsx'
import { Money } from '#client/kit/price/price.tsx'
import { acceptedPassesQuery } from '../../../shell/calls/offer-queries.ts'
import css from './accepted-passes.module.css'

export type AcceptedPassesProps = { readonly event: Event }

/** That passes are taken here, how to use one, and those that can be bought. */
export function Part({ event }: AcceptedPassesProps) {
  const { language, t } = useLanguage()
  const { data: passes = [] } = useQuery(acceptedPassesQuery(event.shortName))
  return (
    <Section title={t('foyer.pass.accepted.title')} id="passes">
      <p>{t('foyer.pass.accepted.text')}</p>
      {passes.length === 0 ? null : (
        <ul className={css.passes}>
          {passes.map(pass => (
            <li key={pass.id}>
              <Link to={pathTo(passPagePath, { id: pass.id })} lang={otherLanguage(pass.title, language)}>
                <bdi>{inLanguage(pass.title, language)}</bdi>
              </Link>
              <span>
                <Money amount={pass.leastPrice?.total ?? pass.formattedPrice} currency={pass.currency} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
