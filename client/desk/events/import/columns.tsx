import { FieldError } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { ColumnTable } from '../../parts/column-table.tsx'
import type { UploadedList } from './upload.tsx'

type ColumnsProps = {
  readonly list: UploadedList
  readonly roles: readonly string[]
  readonly error: string | undefined
  readonly onChoose: (at: number, role: string) => void
}

/** What the columns of the file are for. */
export function Columns({ list: { heads, shown, choices }, roles, error, onChoose }: ColumnsProps) {
  const t = useT()
  return (
    <div>
      <h3 id="import-roles" tabIndex={-1}>
        {t('foyer.desk.import.columns')}
      </h3>
      <p className="soft">{t('foyer.desk.import.columns.hint')}</p>
      <FieldError id="import-roles" error={error} />
      <ColumnTable
        heads={heads}
        rows={shown}
        roles={roles}
        choices={choices.map(({ role, label }) => ({ value: role, label }))}
        onChoose={onChoose}
      />
    </div>
  )
}
