import { floorsOf, graphOf, nearestOf, statedDoors } from '#tests/architecture/areas.ts'
import { areaOf, featureOf, shipped } from '#tests/architecture/source-imports.ts'
import { publish } from './generated-file.ts'

/** Draws docs/generated/areas.md from what the areas and features of the server import. */

const areas = graphOf(shipped, areaOf)
const features = graphOf(shipped, featureOf)
const doors = statedDoors()
const order = floorsOf(areas).floors.flat()

const arrows = order.flatMap(area => nearestOf(area, areas).map(to => `  ${area} --> ${to}`))
const featuresOf = (area: string) => [...doors.keys()].filter(feature => feature.startsWith(`${area}/`))
const named = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ')
const rows = order
  .toReversed()
  .map(
    area => `| \`${area}\` | ${featuresOf(area).length} | ${named([...(areas.get(area) ?? [])].toSorted()) || '-'} |`,
  )
const floors = floorsOf(features).floors.map((names, floor) => `| ${floor + 1} | ${named(names)} |`)

const page = `# The areas of the server

Made by tools/generate-areas.ts from the imports of server/. main.ts, serve.ts, shop.ts, stop.ts and sample.ts put all areas
together and are in none.

\`\`\`mermaid
flowchart TD
${arrows.join('\n')}
\`\`\`

An arrow leads to what an area imports and none of its other imports does. In the table: all that it imports.

| area | features | imports |
| --- | ---: | --- |
${rows.join('\n')}

## Features

A feature is one floor above the highest that it imports.

| floor | features |
| ---: | --- |
${floors.toReversed().join('\n')}
`

await publish('docs/generated/areas.md', page)
