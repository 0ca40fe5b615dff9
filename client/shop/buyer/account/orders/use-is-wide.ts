import { useSyncExternalStore } from 'react'

/** From here on the columns of a table are beside each other. */
const WIDE = '(min-width: 60rem)'

/** Is there room for a table? In the browser only: these pages are drawn nowhere else. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
