import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { ThumbBar } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import css from '../order-card.module.css'

export type ElsewhereProps = { readonly ticketsUrl: string }

/** Where the tickets of an event are that the shop only announces. */
export function Part({ ticketsUrl }: ElsewhereProps) {
  const t = useT()
  const host = new URL(ticketsUrl).host.replace(/^www\./, '')
  const way = (
    <ButtonAnchor href={ticketsUrl} wide>
      {t('foyer.event.elsewhere.action')}
    </ButtonAnchor>
  )
  return (
    <>
      <Card>
        <h2 className={css.title}>{t('foyer.event.elsewhere.title')}</h2>
        <p className="soft">{t('foyer.event.elsewhere.text', host)}</p>
        <div className={css.action}>{way}</div>
      </Card>
      <ThumbBar action={<ButtonAnchor href={ticketsUrl}>{t('foyer.event.elsewhere.action')}</ButtonAnchor>}>
        <strong>{t('foyer.event.elsewhere.title')}</strong>
      </ThumbBar>
    </>
  )
}
