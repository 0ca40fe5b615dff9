import { useEffect, useState } from 'react'
import type { Drawer, Sale } from '#contract/box-office.ts'
import { boxSalePath } from '#contract/paths.ts'
import { Button } from '#client/kit/button/button.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { useAmount } from './amount.ts'
import { MailSale } from './mail-sale.tsx'
import { Tickets } from './tickets.tsx'
import { UndoSale } from './undo-sale.tsx'
import { ask } from './use-box.ts'
import css from './box-office.module.css'

type SoldProps = {
  readonly first: Sale
  /** It was sold a moment ago: its change is shown. */
  readonly isNew: boolean
  readonly drawer: Drawer
  readonly title: string
  readonly timezone: string
  readonly calls: () => Promise<DoorCalls | undefined>
  readonly letIn: (code: string) => Promise<unknown>
  readonly onChange: () => void
  readonly onNext: () => void
}

/** A sale: how it is paid, its tickets, and what is done with them. */
export function Sold({ first, isNew, drawer, title, timezone, calls, letIn, onChange, onNext }: SoldProps) {
  const t = useT()
  const [sale, setSale] = useState(first)
  const read = async (): Promise<void> => {
    const now = await ask(calls, (opened, signal) =>
      opened.call('GET', boxSalePath, { params: { saleId: sale.id }, signal }),
    )
    if (now.kind === 'done') setSale(now.value)
  }
  usePolling(sale.state === 'AWAITING', read)
  const changed = (next: Sale) => {
    setSale(next)
    onChange()
  }
  const [isLettingIn, setLettingIn] = useState(false)
  const outside = sale.tickets.filter(({ code, isIn }) => code !== null && !isIn)
  const letAllIn = async () => {
    setLettingIn(true)
    try {
      for (const { code } of outside) if (code !== null) await letIn(code)
      await read()
    } finally {
      setLettingIn(false)
    }
  }
  return (
    <>
      <section className={css.sheet} aria-label={t('foyer.box.sale', sale.reference)}>
        <h2>{t('foyer.box.sale', sale.reference)}</h2>
        <State sale={sale} isNew={isNew} />
        <div className={css.acts}>
          {outside.length > 0 && (
            <Button busy={isLettingIn} onClick={() => void letAllIn()}>
              {t('foyer.box.let-in', outside.length)}
            </Button>
          )}
          <Button tone={outside.length > 0 ? 'quiet' : 'main'} onClick={onNext}>
            {t('foyer.box.next')}
          </Button>
        </div>
      </section>
      {sale.link !== null && <PayByLink link={sale.link} />}
      {sale.transfer && <TransferDetails sale={sale} timezone={timezone} />}
      {sale.state === 'PAID' && <Tickets sale={sale} title={title} />}
      {sale.state === 'PAID' && <MailSale sale={sale} calls={calls} onMailed={changed} />}
      {(sale.state === 'PAID' || sale.state === 'AWAITING') && (
        <UndoSale sale={sale} drawer={drawer} calls={calls} onUndone={changed} />
      )}
    </>
  )
}

const POLL_MS = 3_000

/** Looks again while its buyer pays elsewhere and the page is in front. */
function usePolling(isOn: boolean, read: () => Promise<void>): void {
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), POLL_MS)
    return () => clearInterval(timer)
  })
}

/** How far the sale is, and what goes back to the buyer. */
function State({ sale, isNew }: { readonly sale: Sale; readonly isNew: boolean }) {
  const { t, language } = useLanguage()
  const amount = useAmount(sale.currency)
  const { state, way, change, receipt, lines, extras } = sale
  const parts = [
    ...lines.map(({ name, quantity }) => `${quantity} × ${name}`),
    ...extras.map(({ title, quantity }) => `${quantity} × ${inLanguage(title, language)}`),
  ]
  return (
    <div role="status" className={css.state} data-state={state}>
      <p>
        <b>{state === 'AWAITING' ? t(`foyer.box.awaiting.${way}`) : t(`foyer.box.state.${state}`)}</b>
      </p>
      <p>
        {parts.join(', ')} · {amount(sale.amount)} · {t(`foyer.box.way.${way}`)}
        {receipt !== null && ` ${receipt}`}
      </p>
      {isNew && change !== null && state === 'PAID' && (
        <p className={css.change}>
          {t('foyer.box.change')} <b>{amount(change)}</b>
        </p>
      )}
    </div>
  )
}

/** The buyer scans it and pays on a phone of their own. */
function PayByLink({ link }: { readonly link: string }) {
  const t = useT()
  return (
    <section className={css.sheet} aria-label={t('foyer.box.way.LINK')}>
      <p>{t('foyer.box.link')}</p>
      <QrCode text={link} name={t('foyer.box.link.code')} />
    </section>
  )
}

function TransferDetails({ sale, timezone }: { readonly sale: Sale; readonly timezone: string }) {
  const t = useT()
  const dates = useDates(timezone)
  const { transfer } = sale
  if (!transfer) return null
  const { account, owner, reason, reference, until, code } = transfer
  const rows = [
    [t('foyer.transfer.account'), account],
    [t('invoice.payment-to'), owner],
    ...(reference === null ? [] : [[t('foyer.transfer.reference'), reference] as const]),
    [t('invoice.payment-reason'), reason],
    [t('invoice.payment-instruction-no-later-than'), dates.moment(until)],
  ] as const
  return (
    <section className={css.sheet} aria-label={t('foyer.box.way.TRANSFER')}>
      <dl className={css.sums}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {code !== null && (
        <img className={css.bill} src={code} alt={t('foyer.box.transfer.code')} width={224} height={224} />
      )}
    </section>
  )
}
