import type { CodeOffer } from '#contract/promo-code.ts'
import type { Event } from '#contract/event.ts'
import { codeLinkPath, eventPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Button, ButtonLink, ButtonRow } from '#client/kit/button/button.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Price } from '#client/kit/price/price.tsx'
import { Stub } from '#client/kit/card/card.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'

type OpenedProps = { readonly event: Event; readonly code: string; readonly offer: CodeOffer }

/**
 * The ticket, and the button. A plain form, so that it works before the scripts have come: the server reserves, and leads to
 * the order.
 */
export function OpenedTicket({ event, code, offer }: OpenedProps) {
  const { language, t } = useLanguage()
  const { shortName } = event
  const isHeld = offer.heldUntil !== null
  const action = `${pathTo(codeLinkPath, { shortName, code })}?${new URLSearchParams({ lang: language }).toString()}`
  return (
    <>
      <Stub off={isHeld} tear={<Price amount={offer.price} currency={event.currency} />}>
        <h2>{offer.categoryName}</h2>
        <Html
          html={inLanguage(offer.description, language)}
          lang={otherLanguage(offer.description, language)}
          compact
        />
        <p>
          <Badge tone="accent">{t('foyer.code-link.yours')}</Badge>
        </p>
      </Stub>
      {offer.heldUntil === null ? (
        <p className="soft">{t('foyer.code-link.promise')}</p>
      ) : (
        <Held until={offer.heldUntil} timeZone={event.timeZone} />
      )}
      <form method="post" action={action}>
        <ButtonRow>
          <ButtonLink to={pathTo(eventPagePath, { shortName })} tone="quiet">
            {t('foyer.code-link.event')}
          </ButtonLink>
          <Button type="submit">{t(isHeld ? 'foyer.code-link.held.action' : 'foyer.code-link.reserve')}</Button>
        </ButtonRow>
      </form>
    </>
  )
}

/**
 * An order that is not finished has the ticket: the recipient's own in another tab, or another person's with the link.
 */
function Held({ until, timeZone }: { readonly until: number; readonly timeZone: string }) {
  const { language, t } = useLanguage()
  return (
    <Notice tone="warn">
      <p>
        <strong>{t('foyer.code-link.held.title', datesIn(language, timeZone).moment(until))}</strong>
      </p>
      <p>{t('foyer.code-link.held.text')}</p>
    </Notice>
  )
}
