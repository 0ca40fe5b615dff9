import { useState } from 'react'
import { COLUMN_ROLES, type ColumnRole } from '#domain/payment/reconciliation/statement-columns.ts'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { Form, type Problems } from '../../parts/form.tsx'
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
      <ColumnsTable columns={columns} roles={roles} onChoose={choose} />
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

type TableProps = {
  readonly columns: ProposedColumns
  readonly roles: readonly ColumnRole[]
  readonly onChoose: (at: number, role: ColumnRole) => void
}

/** It is moved sideways by its fields, which the keyboard reaches. */
function ColumnsTable({ columns: { heads, rows }, roles, onChoose }: TableProps) {
  const t = useT()
  const places = heads.map((head, at) => ({ head, at, id: `column-${at}` }))
  return (
    <div className={css.table}>
      <table>
        <thead>
          <tr>
            {places.map(({ head, at, id }) => (
              <th key={id} scope="col">
                <label htmlFor={id}>
                  <bdi>{head || at + 1}</bdi>
                </label>
                <select
                  id={id}
                  value={roles[at]}
                  onChange={({ target }) => onChoose(at, COLUMN_ROLES.find(role => role === target.value) ?? 'none')}
                >
                  {COLUMN_ROLES.map(role => (
                    <option key={role} value={role}>
                      {t(`foyer.desk.statement.column.${role}`)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.join('\n')}>
              {places.map(({ at, id }) => (
                <td key={id}>
                  <bdi>{row[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
