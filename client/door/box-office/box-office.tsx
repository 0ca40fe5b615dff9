import { useState } from 'react'
import type { BoxOffice as Box, Drawer, Sale } from '#contract/box-office.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import type { DoorCalls } from '../device/door-calls.ts'
import { Cart, type Chosen } from './cart.tsx'
import { CountDrawer } from './count-drawer.tsx'
import { DrawerHead } from './drawer-head.tsx'
import { LastSales } from './last-sales.tsx'
import { OpenDrawer } from './open-drawer.tsx'
import { Payment } from './payment.tsx'
import { Sold } from './sold.tsx'
import { useBox } from './use-box.ts'
import css from './box-office.module.css'

export type BoxOfficeProps = {
  readonly isOnline: boolean
  readonly timezone: string
  /** Of the event, for tickets on paper. */
  readonly title: string
  readonly calls: () => Promise<DoorCalls | undefined>
  /** Lets the holder of a code in, as if it were scanned. */
  readonly letIn: (code: string) => Promise<unknown>
}

/** Sells tickets at the door: a drawer, what is sold, how it is paid, and what comes of it. */
export function BoxOffice({ isOnline, timezone, title, calls, letIn }: BoxOfficeProps) {
  const t = useT()
  const { state, reload } = useBox(calls, isOnline)
  const [drawerId, setDrawerId] = useState<number>()
  const [counted, setCounted] = useState<Drawer>()
  if (state.kind === 'loading') return <p role="status">{t('foyer.box.loading')}</p>
  if (state.kind === 'away') {
    return (
      <div role="status">
        <p>{t('foyer.box.offline')}</p>
        <Button tone="quiet" onClick={() => void reload()}>
          {t('foyer.box.again')}
        </Button>
      </div>
    )
  }
  const { box } = state
  const drawer = box.drawers.find(({ id }) => id === drawerId)
  if (!drawer) {
    const chosen = (id: number) => {
      setCounted(undefined)
      setDrawerId(id)
      void reload()
    }
    return <OpenDrawer box={box} counted={counted} calls={calls} timezone={timezone} onChosen={chosen} />
  }
  const closed = (sheet: Drawer) => {
    setCounted(sheet)
    setDrawerId(undefined)
    void reload()
  }
  return (
    <Till
      {...{ box, drawer, timezone, title, calls, letIn }}
      isOnline={isOnline}
      onChange={() => void reload()}
      onClosed={closed}
    />
  )
}

type TillProps = BoxOfficeProps & {
  readonly box: Box
  readonly drawer: Drawer
  readonly onChange: () => void
  readonly onClosed: (sheet: Drawer) => void
}

type Step =
  | { readonly kind: 'cart' }
  | { readonly kind: 'pay'; readonly chosen: Chosen }
  | { readonly kind: 'sold'; readonly sale: Sale; readonly isNew: boolean }
  | { readonly kind: 'count' }

/** What is done with an open drawer. */
function Till({ box, drawer, timezone, title, calls, letIn, onChange, onClosed }: TillProps) {
  const [step, setStep] = useState<Step>({ kind: 'cart' })
  const toCart = () => {
    onChange()
    setStep({ kind: 'cart' })
  }
  const show = (sale: Sale, isNew: boolean) => {
    onChange()
    setStep({ kind: 'sold', sale, isNew })
  }
  return (
    <div className={css.till}>
      <div className={css.step}>
        {step.kind === 'cart' && <Cart box={box} calls={calls} onChosen={chosen => setStep({ kind: 'pay', chosen })} />}
        {step.kind === 'pay' && (
          <Payment
            box={box}
            drawer={drawer}
            chosen={step.chosen}
            timezone={timezone}
            calls={calls}
            onBack={toCart}
            onSold={sale => show(sale, true)}
          />
        )}
        {step.kind === 'sold' && (
          <Sold
            key={step.sale.id}
            first={step.sale}
            isNew={step.isNew}
            drawer={drawer}
            title={title}
            timezone={timezone}
            calls={calls}
            letIn={letIn}
            onChange={onChange}
            onNext={toCart}
          />
        )}
        {step.kind === 'count' && <CountDrawer drawer={drawer} calls={calls} onBack={toCart} onClosed={onClosed} />}
      </div>
      <div className={css.step}>
        <DrawerHead drawer={drawer} isCounting={step.kind === 'count'} onCount={() => setStep({ kind: 'count' })} />
        <LastSales box={box} calls={calls} timezone={timezone} onShow={sale => show(sale, false)} />
      </div>
    </div>
  )
}
