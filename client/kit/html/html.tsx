import css from './html.module.css'

/** Text that the server has made safe, unchanged. */
export function Html({ html, lang, compact = false }: HtmlProps) {
  if (html.trim() === '') return null
  return (
    <div
      className={css.html}
      lang={lang}
      data-compact={compact || undefined}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

type HtmlProps = {
  readonly html: string
  /** Where it isn't that of the page. */
  readonly lang?: string | undefined
  readonly compact?: boolean
}
