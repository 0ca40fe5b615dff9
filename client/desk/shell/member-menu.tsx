import { useRef } from 'react'
import { server } from '#client/frame/calls/server.ts'
import { LanguageChoice } from '#client/frame/shell/shell.tsx'
import { Link, TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { deskAccountPagePath, deskPagePath, deskSignOutPath } from '#contract/paths.ts'
import type { Me } from '#contract/member.ts'
import { useClosing } from '../parts/use-closing.ts'
import css from './desk-bar.module.css'

/** Behind the member's initials: own account, language, the shop itself, and the way out. */
export function MemberMenu({ me }: { readonly me: Me }) {
  const t = useT()
  const toast = useToast()
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)

  async function signOut() {
    const { kind } = await server().call('POST', deskSignOutPath)
    // Loaded anew, so that nothing that was read stays in the page.
    if (kind === 'done' || kind === 'signed-out') location.assign(deskPagePath)
    else toast(t('foyer.desk.sign-out.failed'), 'bad')
  }

  return (
    <details className={css.menu} ref={menu}>
      <summary className={css.me}>
        {initialsOf(me.name)}
        <span className="unseen">
          : {me.name}, {t('foyer.desk.menu')}
        </span>
      </summary>
      <div className={css.sheet}>
        <p>
          <b dir="auto">{me.name}</b>
          <br />
          <span className="soft">{me.email}</span>
        </p>
        <Link to={deskAccountPagePath}>{t('foyer.desk.account')}</Link>
        <a href="/">{t('foyer.desk.to-shop')}</a>
        <LanguageChoice />
        <TextButton onClick={() => void signOut()}>{t('foyer.desk.sign-out')}</TextButton>
      </div>
    </details>
  )
}

/** "NB" of Nadia Brunner. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map(word => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
