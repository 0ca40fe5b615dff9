import { TRANSITIONS } from '#domain/reservation/transitions.ts'
import { publish } from './generated-file.ts'

/** Draws docs/generated/reservation-states.md from the table of legal moves. */

const moves = Object.entries(TRANSITIONS).flatMap(([from, ends]) => ends.map(to => `  ${from} --> ${to}`))

const ends = Object.entries(TRANSITIONS).filter(([, next]) => next.length === 0)

const page = `# How a reservation moves

Made by tools/generate-reservation-states.ts from domain/reservation/transitions.ts.

\`\`\`mermaid
stateDiagram-v2
  [*] --> PENDING
${moves.join('\n')}
  DELETED --> [*]
${ends.map(([status]) => `  ${status} --> [*]`).join('\n')}
\`\`\`
`

await publish('docs/generated/reservation-states.md', page)
