import css from './column-table.module.css'

type ColumnTableProps = {
  readonly heads: readonly string[]
  /** The first ones. */
  readonly rows: readonly (readonly string[])[]
  /** What each column is for: a value of one of the choices. */
  readonly roles: readonly string[]
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (at: number, value: string) => void
}

/** The first rows of a file, with what each column is for. It is moved sideways by its fields, which the keyboard reaches. */
export function ColumnTable({ heads, rows, roles, choices, onChoose }: ColumnTableProps) {
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
                <select id={id} value={roles[at]} onChange={({ target }) => onChoose(at, target.value)}>
                  {choices.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
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
  )
}
