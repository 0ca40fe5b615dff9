import { Fragment, type ReactNode, useCallback, useState } from 'react'

type ListPartsProps = {
  /**
   * Draws the part that begins at a cursor.
   * @param cursor Undefined for the first part.
   * @param onMore Of the last part only: reads the part that begins there.
   */
  readonly children: (cursor: string | undefined, onMore: ((next: string) => void) | undefined) => ReactNode
}

/** The parts of a list that were read on so far, each with a query of its own. */
export function ListParts({ children }: ListPartsProps) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const readOn = useCallback((next: string) => setCursors(all => (all.includes(next) ? all : [...all, next])), [])
  return cursors.map((cursor, at) => (
    <Fragment key={cursor ?? ''}>{children(cursor, at === cursors.length - 1 ? readOn : undefined)}</Fragment>
  ))
}
