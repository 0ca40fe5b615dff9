import { VARIABLES } from '#server/config/environment.ts'
import { publish } from './generated-file.ts'

/** Writes docs/operating/configuration.md from the table of variables. */

const rows = Object.entries(VARIABLES).map(([name, { fallback, meaning }]) => `| ${name} | ${fallback} | ${meaning} |`)

const page = `# Configuration

Made by tools/generate-configuration-docs.ts from server/config/environment.ts.

Foyer runs without any configuration. What you want to change you say by environment variables; a start tells all that
can't be used at once. What organisers decide (deadlines, payment methods, limits) is a setting: \`npm run foyer -- settings list\`.

| Variable | Without it | Meaning |
|---|---|---|
${rows.join('\n')}

A shop that sells for real, at least:

\`\`\`sh
FOYER_MODE=production FOYER_BASE_URL=https://tickets.example.org \\
  SMTP_URL=smtps://user:password@mail.example.org MAIL_FROM=tickets@example.org npm start
\`\`\`
`

await publish('docs/operating/configuration.md', page)
