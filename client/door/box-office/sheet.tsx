import type { Drawer } from '#contract/box-office.ts'
import { useT } from '#client/language/language-context.ts'
import { useAmount } from './amount.ts'
import css from './box-office.module.css'

/** What a drawer that was counted comes to. */
export function Sheet({ drawer }: { readonly drawer: Drawer }) {
  const t = useT()
  const amount = useAmount(drawer.currency)
  const { person, float, cashIn, cashOut, expected, counted, difference } = drawer
  const rows = [
    [t('foyer.box.sheet.float'), float],
    [t('foyer.box.sheet.in'), cashIn],
    [t('foyer.box.sheet.out'), cashOut],
    [t('foyer.box.sheet.expected'), expected],
    [t('foyer.box.sheet.counted'), counted ?? ''],
    [t('foyer.box.sheet.difference'), difference ?? ''],
  ] as const
  return (
    <section className={css.sheet} aria-label={t('foyer.box.sheet', person)} role="status">
      <h2>{t('foyer.box.sheet', person)}</h2>
      <dl className={css.sums}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
