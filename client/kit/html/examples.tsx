import type { Example } from '../example.ts'
import { Html } from './html.tsx'

const TEXT =
  '<p>An evening of <strong>music</strong>, with <a href="/">something to read</a>.</p><ul><li>First half</li><li>Second half</li></ul><blockquote><p>Not to be missed.</p></blockquote>'

export const examples: readonly Example[] = [
  { name: 'description', element: <Html html={TEXT} /> },
  { name: 'compact', element: <Html html={TEXT} compact /> },
]
