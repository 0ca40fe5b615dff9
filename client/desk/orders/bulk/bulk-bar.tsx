import { useState } from 'react'
import { BULK_ACTIONS, type BulkAction } from '#domain/organiser/order-desk/bulk-action.ts'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { OrderQuery } from '../calls.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Choice } from './use-choice.ts'
import css from './bulk.module.css'

type BulkBarProps = {
  readonly choice: Choice
  readonly query: OrderQuery
  /** All that the list finds; undefined where they are too many to count. */
  readonly found: number | undefined
}

/** How many orders are chosen, and what can be done with them. */
export function BulkBar({ choice, query, found }: BulkBarProps) {
  const { t, language } = useLanguage()
  const [opened, setOpened] = useState<BulkAction>()
  const { ids, isAll, chooseAll, clear } = choice
  if (ids.size === 0 && !isAll) return null
  const count = (number: number) => new Intl.NumberFormat(language).format(number)
  const isMore = !isAll && (found === undefined || found > ids.size)
  return (
    <section className={css.bar} aria-label={t('foyer.desk.orders.bulk')}>
      <p role="status">
        <b>
          {isAll
            ? found === undefined
              ? t('foyer.desk.orders.bulk.all-chosen')
              : t('foyer.desk.orders.bulk.chosen', count(found))
            : t('foyer.desk.orders.bulk.chosen', count(ids.size))}
        </b>{' '}
        {isMore && (
          <TextButton onClick={chooseAll}>
            {found === undefined ? t('foyer.desk.orders.bulk.all') : t('foyer.desk.orders.bulk.all-of', count(found))}
          </TextButton>
        )}{' '}
        <TextButton onClick={clear}>{t('foyer.desk.orders.bulk.clear')}</TextButton>
      </p>
      <div className={css.acts}>
        {BULK_ACTIONS.map(action => (
          <Button key={action} tone={action === 'cancel' ? 'danger' : 'quiet'} onClick={() => setOpened(action)}>
            {t(`foyer.desk.orders.bulk.${action}`)}
          </Button>
        ))}
      </div>
      {opened !== undefined && (
        <BulkDialog action={opened} choice={choice} query={query} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}
