import css from './html.module.css'

/** Text that the server has made safe, as it stands. */
export function Html({ html, compact = false }: { html: string; compact?: boolean }) {
  if (html.trim() === '') return null
  return <div className={css.html} data-compact={compact || undefined} dangerouslySetInnerHTML={{ __html: html }} />
}
