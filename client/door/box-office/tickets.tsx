import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Sale } from '#contract/box-office.ts'
import { Button } from '#client/kit/button/button.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './box-office.module.css'
import print from './ticket-print.module.css'

const SIZES = ['80mm', 'a4'] as const
type Size = (typeof SIZES)[number]

/** The tickets of a sale as codes, to be scanned from the screen or printed. */
export function Tickets({ sale, title }: { readonly sale: Sale; readonly title: string }) {
  const t = useT()
  const [size, setSize] = useState<Size>('80mm')
  if (codedTickets(sale).length === 0) return <p className={css.sheet}>{t('foyer.box.no-codes')}</p>
  return (
    <section className={css.sheet} aria-label={t('foyer.box.tickets')}>
      <h2>{t('foyer.box.tickets')}</h2>
      <List sale={sale} />
      {createPortal(<List sale={sale} paper={{ size, title }} />, document.body)}
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

const codedTickets = ({ tickets }: Sale) =>
  tickets.flatMap(({ code, ...ticket }) => (code === null ? [] : [{ ...ticket, code }]))

type ListProps = {
  readonly sale: Sale
  /** Printed, and not on the screen. */
  readonly paper?: { readonly size: Size; readonly title: string }
}

function List({ sale, paper }: ListProps) {
  const t = useT()
  return (
    <ul className={paper ? print.paper : print.tickets} data-size={paper?.size}>
      {codedTickets(sale).map(({ id, name, category, code, isIn }) => (
        <li key={id}>
          <QrCode text={code} name={t('foyer.box.code-of', name)} />
          <span>
            {paper && <b>{paper.title}</b>}
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{category}</span>
            <span className="soft">{sale.reference}</span>
            {isIn && !paper && <span className={print.inside}>{t('foyer.door.is-in')}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
