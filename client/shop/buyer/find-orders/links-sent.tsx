import { useEffect, useRef } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './find-orders.module.css'

/** What to do now; takes the focus, for the button that had it is gone. */
export function LinksSent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <Card>
      <div ref={box} tabIndex={-1} role="status" className={css.sent}>
        <h2>{t('foyer.find-orders.sent.title')}</h2>
        <p className={css.address}>{t('foyer.find-orders.sent.text', email)}</p>
        <p className="soft">{t('foyer.find-orders.sent.none')}</p>
        <Button tone="quiet" onClick={onAgain}>
          {t('foyer.find-orders.again')}
        </Button>
      </div>
    </Card>
  )
}
