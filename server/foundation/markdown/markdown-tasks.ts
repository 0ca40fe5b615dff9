import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import type { markdownToText } from './markdown.ts'
import type { htmlWithMarks } from './html-with-marks.ts'

/** Markdown as HTML; `newTab` surrounds the words of links that open a new tab. */
export const MARKDOWN_TO_HTML = heavyTask<typeof htmlWithMarks>(
  new URL('./html-with-marks.ts', import.meta.url),
  'htmlWithMarks',
)
export const MARKDOWN_TO_TEXT = heavyTask<typeof markdownToText>(
  new URL('./markdown.ts', import.meta.url),
  'markdownToText',
)
