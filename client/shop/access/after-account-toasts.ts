import { tabStorage } from '#client/frame/storage/browser-storage.ts'

/** What a visitor has done just before the page that they see now. */
export type Farewell = 'deleted' | 'logged-out'

const KEY = 'foyer.farewell'

/** To be called before the document is left: the next page of the shop in this tab says what was done, once. */
export const rememberFarewell = (kind: Farewell): void => tabStorage.writeText(KEY, kind)

/** What is to be said on this page; undefined from the second time on. */
export function takeFarewell(): Farewell | undefined {
  const kind = tabStorage.readText(KEY)
  tabStorage.forget(KEY)
  return kind === 'deleted' || kind === 'logged-out' ? kind : undefined
}

/** Has the visitor signed up just before this document came? True once. */
export function takeSignedUp(): boolean {
  const { dataset } = document.documentElement
  const hasSignedUp = dataset['signedUp'] === 'true'
  delete dataset['signedUp']
  return hasSignedUp
}
