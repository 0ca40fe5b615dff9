import { markdownToHtml } from './markdown.ts'

/** The text around the words of a link that opens a new tab, for screen readers. */
export type NewTab = { readonly before: string; readonly after: string }

/** As `markdownToHtml`, of plain values only, which another thread can be given. */
export function htmlWithMarks({
  markdown,
  newTab,
}: {
  readonly markdown: string
  readonly newTab: NewTab | null
}): string {
  return markdownToHtml(markdown, newTab === null ? undefined : (_key, text) => newTab.before + text + newTab.after)
}
