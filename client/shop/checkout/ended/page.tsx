import { ButtonLink } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Page as Sheet, PageTitle, Section, useTabTitle } from '#client/kit/page/page.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { contextAddress, useFrame } from '../frame/open-reservation.ts'
import { NoSuchOrder } from '../frame/no-such-order.tsx'
import { EndedDocuments } from './ended-documents.tsx'
import { EndedFacts } from './ended-facts.tsx'
import { MoneyBack } from './money-back.tsx'
import css from './ended.module.css'

/** An order that has ended: what it was, when and by whom it ended, what goes back, and its documents. */
export function Page() {
  const { place, context, end } = useFrame()
  return end ? <Ended end={end} /> : <NoSuchOrder place={place} context={context} />
}

function Ended({ end }: { readonly end: OrderEnd }) {
  const { t, language } = useLanguage()
  const { place, context } = useFrame()
  useTabTitle(`${t(`foyer.ended.${end.cause}`)} · ${inLanguage(context.title, language)}`)
  return (
    <Sheet narrow>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle quiet>{t(`foyer.ended.${end.cause}`)}</PageTitle>
          <How end={end} />
        </div>
        <Card>
          <EndedFacts end={end} />
        </Card>
        <MoneyBack end={end} />
        {end.documents.length > 0 && (
          <Section title={t('foyer.ended.documents')}>
            <EndedDocuments end={end} />
          </Section>
        )}
        <Questions end={end} />
        <p>
          <ButtonLink tone="quiet" to={contextAddress(place)}>
            {t('foyer.to-event')}
          </ButtonLink>
        </p>
      </div>
    </Sheet>
  )
}

/** By whom, and when, where that is kept. */
function How({ end: { cause, endedAt, organizationName, timeZone } }: { readonly end: OrderEnd }) {
  const { t, language } = useLanguage()
  return (
    <p>
      {t(`foyer.ended.${cause}.text`, organizationName)}
      {endedAt !== null && ` ${t('foyer.ended.on', datesIn(language, timeZone).moment(endedAt))}`}
    </p>
  )
}

function Questions({ end: { organizationName, organizationEmail } }: { readonly end: OrderEnd }) {
  const t = useT()
  return (
    <p className="soft">
      {t('foyer.ended.questions')} <a href={`mailto:${organizationEmail}`}>{organizationName}</a>
    </p>
  )
}
