import { useT } from '#client/language/language-context.ts'
import type { UploadedList } from './upload.tsx'
import css from './import.module.css'

type ColumnsProps = {
  readonly list: UploadedList
  readonly roles: readonly string[]
  readonly error: string | undefined
  readonly onChoose: (at: number, role: string) => void
}

/** The first rows of the file, with what each column is for. It is moved sideways by its fields, which the keyboard reaches. */
export function Columns({ list: { heads, shown, choices }, roles, error, onChoose }: ColumnsProps) {
  const t = useT()
  const places = heads.map((head, at) => ({ head, at, id: `import-column-${at}` }))
  return (
    <div>
      <h3 id="import-roles" tabIndex={-1}>
        {t('foyer.desk.import.columns')}
      </h3>
      <p className="soft">{t('foyer.desk.import.columns.hint')}</p>
      {error && <p className={css.error}>{error}</p>}
      <div className={css.table}>
        <table>
          <thead>
            <tr>
              {places.map(({ head, at, id }) => (
                <th key={id} scope="col">
                  <label htmlFor={id}>
                    <bdi>{head || at + 1}</bdi>
                  </label>
                  <select id={id} value={roles[at]} onChange={({ target }) => onChoose(at, target.value)}>
                    {choices.map(({ role, label }) => (
                      <option key={role} value={role}>
                        {label}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={`${index} ${row.join('\n')}`}>
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
    </div>
  )
}
