import { RESERVATION_STATUSES, STATUS_TRAITS, has, pageOf } from '#domain/order/reservation/states.ts'
import { FIRST_STATUS, TRANSITIONS } from '#domain/order/reservation/transitions.ts'
import { publish } from './generated-file.ts'

/** Draws docs/generated/reservation-states.md from the tables of the statuses and of the legal moves. */

const moves = Object.entries(TRANSITIONS).flatMap(([from, ends]) => ends.map(to => `  ${from} --> ${to}`))

const ends = RESERVATION_STATUSES.filter(status => TRANSITIONS[status].length === 0)
const traits = RESERVATION_STATUSES.map(status => {
  const own = STATUS_TRAITS.filter(trait => has({ status }, trait)).map(trait => `\`${trait}\``)
  return `| ${status} | ${pageOf(status)} | ${own.join(', ')} |`
})

const page = `# How a reservation moves

Made by tools/generate-states.ts from domain/order/reservation/transitions.ts and domain/order/reservation/states.ts, which
says what each trait means and where its rule comes from.

\`\`\`mermaid
stateDiagram-v2
  [*] --> ${FIRST_STATUS}
${moves.join('\n')}
  DELETED --> [*]
${ends.map(status => `  ${status} --> [*]`).join('\n')}
\`\`\`

| Status | Page | What holds in it |
| --- | --- | --- |
${traits.join('\n')}
`

await publish('docs/generated/reservation-states.md', page)
