import { floorsOf, nearestOf, partsOf } from '#tests/architecture/floors.ts'
import { shipped } from '#tests/architecture/source-imports.ts'
import { publish } from './generated-file.ts'

/** Draws docs/generated/floors.md from what the parts of the server import. */

const parts = partsOf(shipped)
const { floors } = floorsOf(parts)
const rows = floors.map((names, floor) => `| ${floor + 1} | ${names.map(name => `\`${name}\``).join(', ')} |`)
const arrows = [...parts.keys()].toSorted().flatMap(part => nearestOf(part, parts).map(to => `  ${part} --> ${to}`))

const page = `# The floors of the server

Made by tools/generate-floors.ts from the imports of server/. A part stands one floor above the highest that it imports;
main.ts, serve.ts, shop.ts, stop.ts and sample.ts put all of them together and stand on no floor.

| floor | parts |
| ---: | --- |
${rows.toReversed().join('\n')}

An arrow leads to what a part imports and none of its other imports does.

\`\`\`mermaid
flowchart TD
${arrows.join('\n')}
\`\`\`
`

await publish('docs/generated/floors.md', page)
