import { publish } from './generated-file.ts'
import { LIVES, type Life } from './lives.ts'

/** Draws one page of docs/generated/ for each life, from its tables of statuses and of legal moves. */

for (const life of LIVES) await publish(`docs/generated/${life.page}.md`, pageOf(life))

function pageOf({ title, sources, statuses, first, transitions, nameOf, traitsOf, extra }: Life): string {
  const moves = Object.entries(transitions).flatMap(([from, next]) =>
    next.map(to => `${from} --> ${to}${nameOf ? `: ${nameOf(from, to)}` : ''}`),
  )
  const reached = new Set([...first, ...Object.values(transitions).flat()])
  const last = statuses.filter(status => reached.has(status) && transitions[status]?.length === 0)
  const ends = [...reached.difference(new Set(statuses)), ...last]
  const arrows = [...first.map(status => `[*] --> ${status}`), ...moves, ...ends.map(status => `${status} --> [*]`)]
  const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const extras = (cell: (of: NonNullable<Life['extra']>) => string) => (extra ? [cell(extra)] : [])
  const traits = (status: string) => traitsOf(status).map(trait => `\`${trait}\``)
  const head = ['Status', ...extras(({ heading }) => heading), 'What holds in it']
  return `# ${title}

Made by tools/generate-states.ts from ${sources.join(' and ')}, which
says what each trait means and where its rule comes from.

\`\`\`mermaid
stateDiagram-v2
${arrows.map(arrow => `  ${arrow}`).join('\n')}
\`\`\`

${row(...head)}
${row(...head.map(() => '---'))}
${statuses.map(status => row(status, ...extras(({ of }) => of(status)), traits(status).join(', '))).join('\n')}
`
}
