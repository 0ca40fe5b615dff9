import { VARIABLES } from '#server/foundation/config/environment.ts'
import { SETTINGS } from '#server/foundation/setting/registry.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { publish } from './generated-file.ts'

/** Writes docs/operating/configuration.md from the table of variables, and settings.md from those of the settings. */

const rows = Object.entries(VARIABLES).map(([name, { fallback, meaning }]) => `| ${name} | ${fallback} | ${meaning} |`)

const page = `# Configuration

Made by tools/generate-configuration-docs.ts from server/foundation/config/environment.ts.

Foyer runs without any configuration. What you want to change you say by environment variables; a start tells all that
can't be used at once. What organisers decide (deadlines, payment methods, limits) is a setting: [all of them](settings.md).

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

const LEVELS = { system: 'shop', organization: 'organisation', context: 'event or pass', category: 'category' } as const

/** In a cell of a table a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function takenBy(setting: SettingDefinition): string {
  switch (setting.type) {
    case 'number':
      return `${setting.min} to ${setting.max}`
    case 'flag':
      return 'true, false'
    case 'list':
      return setting.values ? `of ${setting.values.join(', ')}` : 'words'
    case 'text':
      return setting.isSecret ? 'text, sealed' : 'text'
    default:
      return setting satisfies never
  }
}

function withoutIt(setting: SettingDefinition): string {
  const { default: value } = setting
  if (value === null || (Array.isArray(value) && value.length === 0)) return '-'
  return String(value)
}

const settingRows = Object.entries<SettingDefinition>(SETTINGS)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([key, setting]) => {
    const levels = setting.levels.map(level => LEVELS[level]).join(', ')
    return `| ${[`\`${key}\``, levels, takenBy(setting), withoutIt(setting), setting.meaning].map(cell).join(' | ')} |`
  })

const settingsPage = `# Settings

Made by tools/generate-configuration-docs.ts from server/foundation/setting/registry.ts.

What organisers and operators decide. A setting is stated for the shop, an organisation, an event or pass, or a category, as far down as its row says; the most
specific place wins, then the environment (a variable of the same name), then what is said here. Operators state them by \`npm run foyer -- settings\`,
organisers in [event files](event-files.md) and by the API of organisations. What the process itself needs is a variable: [configuration](configuration.md).

| Setting | Stated for | Takes | Without it | Meaning |
|---|---|---|---|---|
${settingRows.join('\n')}
`

await publish('docs/operating/settings.md', settingsPage)
