import { useState } from 'react'
import { COLUMN_ROLES, type ColumnRole } from '#domain/payment/reconciliation/statement-columns.ts'
import { Form, type Problems } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { ColumnTable } from '../../parts/column-table.tsx'
import css from './transfers.module.css'

/** What the columns of a table seem to be. */
export type ProposedColumns = {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly roles: readonly ColumnRole[]
  readonly currency: string | null
}

export type StatedColumns = { readonly columns: string; readonly currency?: string }

type ColumnsFormProps = {
  readonly columns: ProposedColumns
  readonly problems: Problems | undefined
  readonly isSending: boolean
  readonly onConfirm: (stated: StatedColumns) => void
  readonly onDismiss: () => void
}

/** The first rows of a table, with what each column is for. */
export function ColumnsForm({ columns, problems, isSending, onConfirm, onDismiss }: ColumnsFormProps) {
  const t = useT()
  const [roles, setRoles] = useState(columns.roles)
  const [currency, setCurrency] = useState(columns.currency ?? '')
  const choose = (at: number, role: ColumnRole) => setRoles(roles.map((one, index) => (index === at ? role : one)))
  const hasCurrency = roles.includes('currency')
  return (
    <Form
      problems={problems}
      title={t('foyer.desk.statement.columns.refused')}
      onSubmit={() => onConfirm({ columns: roles.join(','), ...(!hasCurrency && { currency }) })}
    >
      <h3>{t('foyer.desk.statement.columns')}</h3>
      <p className="soft">{t('foyer.desk.statement.columns.hint')}</p>
      <ColumnTable
        {...columns}
        roles={roles}
        choices={COLUMN_ROLES.map(value => ({ value, label: t(`foyer.desk.statement.column.${value}`) }))}
        onChoose={(at, value) => choose(at, COLUMN_ROLES.find(role => role === value) ?? 'none')}
      />
      {!hasCurrency && (
        <TextField
          id="statement-currency"
          label={t('foyer.desk.statement.currency')}
          hint={t('foyer.desk.statement.currency.hint')}
          value={currency}
          maxLength={3}
          autoCapitalize="characters"
          onChange={({ target }) => setCurrency(target.value.toUpperCase())}
        />
      )}
      <div className={css.acts}>
        <Button type="submit" busy={isSending}>
          {t('foyer.desk.statement.columns.confirm')}
        </Button>
        <Button tone="quiet" onClick={onDismiss}>
          {t('foyer.desk.cancel')}
        </Button>
      </div>
    </Form>
  )
}
