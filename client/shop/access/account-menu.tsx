import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from '#client/routing/router.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Farewell, rememberFarewell, signInAddress, takeFarewell, takeSignedUp, useMe } from './sign-in.tsx'
import { explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { Link } from '#client/kit/button/button.tsx'
import { logoutPath } from '#contract/account-paths.ts'
import { myOrdersPagePath, myProfilePagePath } from '#contract/paths.ts'
import type { User } from '#contract/user.ts'
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

/** What a signed-in visitor can do. Closed by Escape, by a press elsewhere, and when the keyboard leaves it. */
export function AccountMenu({ me }: { readonly me: User }) {
  const t = useT()
  const menu = useMenu()
  const name = [me.firstName, me.lastName].filter(Boolean).join(' ')
  return (
    <details {...menu} className={css.menu}>
      <summary className={css.entry}>
        <Icon name="person" />
        <span className={css.name}>
          <span className="unseen">{t('foyer.account.title')}: </span>
          <bdi>{me.firstName || name || me.emailAddress}</bdi>
        </span>
      </summary>
      <div className={css.sheet}>
        <p className={css.who}>
          {name && <strong dir="auto">{name}</strong>}
          <span className="soft small">{me.emailAddress}</span>
        </p>
        <ul className={css.ways}>
          <li>
            <Link to={myProfilePagePath}>{t('user.menu.my-profile')}</Link>
          </li>
          <li>
            <Link to={myOrdersPagePath}>{t('user.menu.my-orders')}</Link>
          </li>
          <li>
            <LogOut />
          </li>
        </ul>
      </div>
    </details>
  )
}

/** The browser opens and closes it; what else closes it. */
function useMenu() {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const close = () => ref.current?.removeAttribute('open')
  useEffect(close, [key])
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
  const onKeyDown = ({ key: pressed, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
    if (pressed !== 'Escape' || !currentTarget.open) return
    close()
    currentTarget.querySelector('summary')?.focus()
  }
  // Without a place where the focus goes it is the window that was left.
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return { ref, onKeyDown, onBlur }
}

/** By a document of its own: nothing of the account stays in the page. */
function LogOut() {
  const t = useT()
  const toast = useToast()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    if (isLeaving) return
    setIsLeaving(true)
    const answer = await server().call('POST', logoutPath)
    setIsLeaving(false)
    if (answer.kind !== 'done') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    tabStorage.removeAll('foyer.booking.')
    rememberFarewell('logged-out')
    location.assign(answer.value.targetUrl ?? '/')
  }
  return (
    <button type="button" aria-disabled={isLeaving || undefined} onClick={() => void leave()}>
      {t('user.menu.logout')}
    </button>
  )
}
