import { useState } from 'react'
import type { Sale } from '#contract/box-office.ts'
import { Button } from '#client/kit/button/button.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './box-office.module.css'
import print from './ticket-print.module.css'

const SIZES = ['80mm', 'a4'] as const
type Size = (typeof SIZES)[number]

/** On a roll a page is as long as its ticket; on A4 as many fit as do. */
const PAGES: Readonly<Record<Size, string>> = {
  '80mm': '@page { size: 80mm 120mm; margin: 4mm }',
  a4: '@page { size: A4; margin: 15mm }',
}

/** The tickets of a sale as codes, to be scanned from the screen or printed. */
export function Tickets({ sale, title }: { readonly sale: Sale; readonly title: string }) {
  const t = useT()
  const [size, setSize] = useState<Size>('80mm')
  const good = sale.tickets.filter(({ code }) => code !== null)
  if (good.length === 0) return <p className={css.sheet}>{t('foyer.box.no-codes')}</p>
  return (
    <section className={css.sheet} aria-label={t('foyer.box.tickets')}>
      <style>{PAGES[size]}</style>
      <h2>{t('foyer.box.tickets')}</h2>
      <ul className={print.tickets} data-size={size}>
        {good.map(({ id, name, category, code, isIn }) => (
          <li key={id}>
            <QrCode text={code ?? ''} name={t('foyer.box.code-of', name)} />
            <span>
              <b className={print.event}>{title}</b>
              <b>
                <bdi>{name}</bdi>
              </b>
              <span>{category}</span>
              <span className="soft">{sale.reference}</span>
              {isIn && <span className={print.inside}>{t('foyer.door.is-in')}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className={css.acts}>
        <fieldset className={css.ways}>
          <legend className="unseen">{t('foyer.box.paper')}</legend>
          {SIZES.map(each => (
            <label key={each}>
              <input type="radio" name="paper" checked={each === size} onChange={() => setSize(each)} />
              <span>{t(`foyer.box.paper.${each}`)}</span>
            </label>
          ))}
        </fieldset>
        <Button tone="quiet" onClick={() => window.print()}>
          {t('foyer.box.print')}
        </Button>
      </div>
    </section>
  )
}
