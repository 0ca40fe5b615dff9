import type { Example } from '../example.ts'
import { Beside, Section } from './page.tsx'

export const examples: readonly Example[] = [
  {
    name: 'beside each other',
    wide: true,
    element: (
      <Beside aside={<p>What stays in sight.</p>} asideLabel="Example">
        <p>Content</p>
      </Beside>
    ),
  },
  {
    name: 'section',
    element: (
      <Section title="Tickets" id="example-section">
        <p>A part of a page.</p>
      </Section>
    ),
  },
]
