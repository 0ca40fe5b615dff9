import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { AccountMenu } from './account-menu.tsx'
import { type Farewell, takeFarewell, takeSignedUp } from './after-account-toasts.ts'
import { signInAddress } from './sign-in-address.ts'
import { useMe } from './use-me.ts'
import css from './account.module.css'

/** Nothing until it is known who looks, so that it never changes into something else under a finger. */
export function AccountInBar() {
  const me = useMe()
  useAccountToasts()
  if (me === undefined) return null
  return me ? <AccountMenu me={me} /> : <SignInLink />
}

/** Leads out of the shop, and back to where one is. */
function SignInLink() {
  const t = useT()
  const { pathname, search } = useLocation()
  return (
    <a className={css.entry} href={signInAddress(pathname + search)}>
      <Icon name="person" />
      <span className={css.name}>{t('user.menu.login')}</span>
    </a>
  )
}

const FAREWELLS = {
  deleted: 'my-profile.delete.success',
  'logged-out': 'foyer.account.signed-out',
} as const satisfies Record<Farewell, string>

/** What was done before this document came, said once. */
function useAccountToasts(): void {
  const t = useT()
  const toast = useToast()
  useEffect(() => {
    const farewell = takeFarewell()
    if (farewell) toast(t(FAREWELLS[farewell]), 'good')
    if (takeSignedUp()) toast(t('my-profile.sign-up.success'), 'good')
  }, [t, toast])
}
