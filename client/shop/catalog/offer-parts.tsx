import type { ReactNode } from 'react'
import { Icon, type IconName } from '#client/kit/mark/mark.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { LeastPrice } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { formatAmount, formatPercentage, isZero } from '#client/language/formats.ts'
import { organizerPagePath, passesPagePath, pathTo } from '#contract/paths.ts'
import type { Failure } from '#client/frame/calls/call-result.ts'
import { Button, ButtonLink, Link } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import css from './offer-head.module.css'
import priceCss from './price-parts.module.css'

/** How wide the picture of an event or pass is beside or below its name (offer-head.module.css). */
export const HEAD_SIZES = '(min-width: 60rem) 27rem, 100vw'

/** One of the facts under the name of an event or pass, with its small print under it. */
export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div className={css.fact}>{children}</div>
    </li>
  )
}

type ByWhomProps = { readonly name: string; readonly slug: string | null | undefined; readonly email: string }

/** Who offers it, with the page of the organiser where there is one, and how to write to them. */
export function ByWhom({ name, slug, email }: ByWhomProps) {
  const t = useT()
  return (
    <Fact icon="person">
      <span>
        {t('show-event.by')}{' '}
        <bdi>
          {slug ? <Link to={`${pathTo(organizerPagePath, { organizerSlug: slug })}?stay=yes`}>{name}</Link> : name}
        </bdi>
      </span>
      <a className={css.more} href={`mailto:${email}`}>
        {t('foyer.organizer.write', email)}
      </a>
    </Fact>
  )
}

type PricePartsProps = {
  readonly price: LeastPrice
  readonly currency: string | null
  /** Percentage. */
  readonly vat: string
  /** Whether the tax within is shown where none is added. */
  readonly showsTax: boolean
}

/** "CHF 15.00", "+ CHF 2.00 Service fee" on a line each, and the tax that is within. */
export function PriceParts({ price: { ticket, fees, vatOnTop }, currency, vat, showsTax }: PricePartsProps) {
  const { language, t } = useLanguage()
  const rate = formatPercentage(vat, language)
  const amount = (figure: string) => formatAmount(figure, currency ?? '', language)
  const added = fees.map(fee => `${amount(fee.amount)} ${inLanguage(fee.title, language)}`)
  if (vatOnTop !== null) added.push(`${amount(vatOnTop)} ${t('foyer.price.vat', rate, t('common.vat'))}`)
  const lines = added.length === 0 ? [] : [amount(ticket), ...added.map(part => `+ ${part}`)]
  const hasTaxNote = vatOnTop === null && showsTax && !isZero(vat)
  return (
    <>
      {lines.map(line => (
        <span key={line} className={priceCss.line}>
          {line}
        </span>
      ))}
      {hasTaxNote ? <span className={priceCss.line}>{t('show-event.incVat', rate, t('common.vat'))}</span> : null}
    </>
  )
}

type NoOfferProps = { readonly kind: 'event' | 'pass'; readonly failure: Failure; readonly onRetry: () => void }

/** The event or pass isn't there, or can't be read just now. */
export function NoOffer({ kind, failure, onRetry }: NoOfferProps) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? `foyer.${kind}.missing.title` : 'foyer.unreachable.title')
  useHouseTitle(title)
  return (
    <Page>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={
          isMissing ? (
            <ButtonLink to={kind === 'event' ? '/' : passesPagePath}>
              {t(`home.view.all.${kind === 'event' ? 'events' : 'subscriptions'}`)}
            </ButtonLink>
          ) : (
            <Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>
          )
        }
      >
        <p>{t(isMissing ? `foyer.${kind}.missing.text` : 'foyer.unreachable.text')}</p>
      </Blank>
    </Page>
  )
}
