import css from './figure-table.module.css'

type FigureTableProps = {
  readonly head: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[]
}

/** Figures below each other; the first cell of a row names it. */
export function FigureTable({ head, rows }: FigureTableProps) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {head.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row" dir="auto">
              {name}
            </th>
            {values.map((value, index) => (
              <td key={head[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
