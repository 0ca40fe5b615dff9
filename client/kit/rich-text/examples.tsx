import type { Example } from '../example.ts'
import { asPlainText, RichText } from './rich-text.tsx'

export const examples: readonly Example[] = [
  {
    name: 'emphasis and link',
    element: (
      <p>
        <RichText html='Sent to <strong>ada@example.org</strong>. <a href="/">Home</a>' />
      </p>
    ),
  },
  {
    name: 'an argument stays text, and nothing runs',
    element: (
      <p>
        <RichText html={`Order <strong>${asPlainText('<b>7F3A</b>')}</strong><script>alert(1)</script>`} />
      </p>
    ),
  },
]
