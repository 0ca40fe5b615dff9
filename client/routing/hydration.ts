import { useState, useSyncExternalStore } from 'react'

/** False on the server and while its page is hydrated, which must look alike; then true. */
export const useIsInBrowser = (): boolean => useSyncExternalStore(neverChanges, yes, no)

/** Was the component there already when the page was hydrated? */
export function useCameWithPage(): boolean {
  const isInBrowser = useIsInBrowser()
  const [cameWithPage] = useState(!isInBrowser)
  return cameWithPage
}

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
