import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { mePath } from '#contract/account-paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { User } from '#contract/user.ts'
import { pathTo, signInForOrderPath, signInPath } from '#contract/paths.ts'
import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'

/** The signed-in visitor, or null for everybody else; read again whenever the page comes into sight. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => valueOf(server().call('GET', mePath, { signal })),
    refetchOnWindowFocus: true,
  })

/** The signed-in visitor; null: not signed in, as far as is known; undefined: not known yet. */
export function useMe(): User | null | undefined {
  const { data, isPending } = useQuery(meQuery())
  return isPending ? undefined : (data ?? null)
}

/** Where a browser goes, by a document of its own, to sign in and come back to `path`. */
export const signInAddress = (path: string): string => `${signInPath}?from=${encodeURIComponent(path)}`

export type Order = {
  readonly type: 'event' | 'subscription'
  readonly publicIdentifier: string
  readonly reservationId: string
}

/** The same, to come back to an order. */
export function signInForOrderAddress({ type, publicIdentifier, reservationId }: Order): string {
  return pathTo(signInForOrderPath, { purchaseContextType: type, publicIdentifier, reservationId })
}

/** For visitors who are not signed in: the way to do so, and back to the order. */
export function SignInForOrder({ order, isMain = false }: { readonly order: Order; readonly isMain?: boolean }) {
  const t = useT()
  if (useMe() !== null) return null
  return (
    <ButtonAnchor tone={isMain ? 'main' : 'quiet'} href={signInForOrderAddress(order)}>
      {t('user.menu.login')}
    </ButtonAnchor>
  )
}

/** What a visitor has done just before the page that they see now. */
export type Farewell = 'deleted' | 'logged-out'

const KEY = 'foyer.farewell'

/** To be called before the document is left: the next page of the shop in this tab says what was done, once. */
export const rememberFarewell = (kind: Farewell): void => tabStorage.writeText(KEY, kind)

/** What is to be said on this page; undefined from the second time on. */
export function takeFarewell(): Farewell | undefined {
  const kind = tabStorage.readText(KEY)
  tabStorage.remove(KEY)
  return kind === 'deleted' || kind === 'logged-out' ? kind : undefined
}

/** Has the visitor signed up just before this document came? True once. */
export function takeSignedUp(): boolean {
  const { dataset } = document.documentElement
  const hasSignedUp = dataset['signedUp'] === 'true'
  delete dataset['signedUp']
  return hasSignedUp
}
