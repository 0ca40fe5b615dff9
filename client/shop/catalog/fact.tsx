import type { ReactNode } from 'react'
import { Icon, type IconName } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './offer-head.module.css'

/** One of the facts under the name of an event or pass, with its small print under it. */
export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div className={css.fact}>{children}</div>
    </li>
  )
}

/** Who offers it, and how to reach them. */
export function ByWhom({ name, email }: { readonly name: string; readonly email: string }) {
  const t = useT()
  return (
    <Fact icon="person">
      <span>
        {t('show-event.by')} <a href={`mailto:${email}`}>{name}</a>
      </span>
    </Fact>
  )
}
