import { useId, useState } from 'react'
import { TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { Html } from './rich-text.tsx'
import css from './long-text.module.css'

type LongTextProps = { readonly html: string; readonly lang: string | undefined }

/** Characters of HTML that fit in some fifteen lines. */
const LONG = 1400

/**
 * Text that the server has made safe, folded where it is long: all of it is in the page for those who read it otherwise,
 * and is shown where no script could unfold it. What gets the focus within is shown too.
 */
export function LongText({ html, lang }: LongTextProps) {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (html.length <= LONG) return <Html html={html} lang={lang} />
  return (
    <>
      <div id={id} className={css.text} data-folded={!isOpen || undefined} onFocus={() => setOpen(true)}>
        <Html html={html} lang={lang} />
      </div>
      <p className={css.more}>
        <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'foyer.event.read-less' : 'foyer.event.read-more')}
        </TextButton>
      </p>
    </>
  )
}
