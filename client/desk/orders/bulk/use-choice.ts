import { useState } from 'react'

/** Which orders are chosen for what is done with many: some of the list, or all that it finds. */
export type Choice = {
  readonly ids: ReadonlySet<string>
  readonly isAll: boolean
  readonly toggle: (orderId: string) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** @param list What the list searches: what was chosen of one list is not chosen of another. */
export function useChoice(list: string): Choice {
  const [stored, setStored] = useState({ list, ids: NONE, isAll: false })
  const { ids, isAll } = stored.list === list ? stored : { ids: NONE, isAll: false }
  return {
    ids,
    isAll,
    toggle: orderId => {
      const others = [...ids].filter(id => id !== orderId)
      setStored({ list, ids: new Set(ids.has(orderId) ? others : [...others, orderId]), isAll: false })
    },
    chooseAll: () => setStored({ list, ids, isAll: true }),
    clear: () => setStored({ list, ids: NONE, isAll: false }),
  }
}
