import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Order, signInForOrderAddress } from './sign-in-address.ts'
import { useMe } from './use-me.ts'

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
