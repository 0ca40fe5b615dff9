type FigureProps = { readonly name: string; readonly value: string }

/** A number with what it counts. */
export function Figure({ name, value }: FigureProps) {
  return (
    <p>
      <b>{value}</b>
      <span className="soft">{name}</span>
    </p>
  )
}
