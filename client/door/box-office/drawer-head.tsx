import type { Drawer } from '#contract/box-office.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useAmount } from './amount.ts'
import css from './box-office.module.css'

type DrawerHeadProps = { readonly drawer: Drawer; readonly isCounting: boolean; readonly onCount: () => void }

/** Whose drawer it is, and the way to its count. */
export function DrawerHead({ drawer, isCounting, onCount }: DrawerHeadProps) {
  const t = useT()
  const amount = useAmount(drawer.currency)
  return (
    <section className={css.sheet} aria-label={t('foyer.box.drawer.of', drawer.person)}>
      <h2>{t('foyer.box.drawer.of', drawer.person)}</h2>
      <p className="soft">
        {t('foyer.box.drawer.sales', drawer.sales)} · {t('foyer.box.drawer.cash', amount(drawer.cashIn))}
      </p>
      {!isCounting && (
        <div>
          <Button tone="quiet" onClick={onCount}>
            {t('foyer.box.count')}
          </Button>
        </div>
      )}
    </section>
  )
}
