import { useEffect, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { useMe } from '../session/me.ts'
import { useWays } from './desk-bar.tsx'
import css from './desk-bar.module.css'

/** Keys for those who work here all day: "?" shows them, "/" goes to the search of a page, "g" and a figure to a page. */
export function Keys() {
  const t = useT()
  const me = useMe()
  const ways = useWays()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!me) return
    let isGoing = false
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const way = isGoing ? ways[Number(event.key) - 1] : undefined
      isGoing = event.key === 'g'
      if (way) navigate(way.path)
      else if (event.key === '?') setOpen(true)
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
        if (!search) return
        event.preventDefault()
        search.focus()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [me, ways, navigate])
  const close = () => setOpen(false)
  return (
    <Dialog
      isOpen={isOpen}
      title={t('foyer.desk.keys.title')}
      onDismiss={close}
      actions={<Button onClick={close}>{t('foyer.desk.close')}</Button>}
    >
      <dl className={css.keys}>
        <KeyRow keys={['?']} text={t('foyer.desk.keys.help')} />
        <KeyRow keys={['/']} text={t('foyer.desk.keys.search')} />
        {ways.map(({ path, name }, index) => (
          <KeyRow key={path} keys={['g', String(index + 1)]} text={t(name)} />
        ))}
      </dl>
    </Dialog>
  )
}

function KeyRow({ keys, text }: { readonly keys: readonly string[]; readonly text: string }) {
  return (
    <div>
      <dt>
        {keys.map(key => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null
