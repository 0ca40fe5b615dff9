import { APPLIES_TO_ALL, CASES, type Case } from '../tests/wire/payments/cases.ts'
import { SUBJECTS } from '../tests/wire/payments/subjects.ts'
import { publish } from './generated-file.ts'

/** Draws docs/generated/payment-cases.md from the cases of the provider suite and from what a provider can't show. */

const notes = [...new Set(SUBJECTS.flatMap(({ untold }) => Object.values(untold)))]
const cell = (reason: string | undefined) =>
  reason === undefined ? 'yes' : `not reported (${notes.indexOf(reason) + 1})`
const applies: readonly Case[] = APPLIES_TO_ALL
const WITHOUT = ['Transfer', 'On site', 'Free']
const rows = CASES.map(name => {
  const cells = SUBJECTS.map(({ untold }) => cell(untold[name]))
  return `| ${[name, ...cells, ...WITHOUT.map(() => (applies.includes(name) ? 'yes' : '-'))].join(' | ')} |`
})
const heads = [...SUBJECTS.map(({ name }) => name), ...WITHOUT]

const page = `# What every payment provider passes

Made by tools/generate-payment-cases.ts from tests/wire/payments/cases.ts and subjects.ts. Each case is a test over HTTP, through the
whole shop and against the provider's stand-in (tests/fakes/), whose books say where the money is; \`npm test -- payments\` runs them. "Not
reported" is a case that cannot occur with a provider, or that it does not report; "-" where the shop asks no provider.

| Case | ${heads.join(' | ')} |
| --- |${' --- |'.repeat(heads.length)}
${rows.join('\n')}

${notes.map((note, index) => `${index + 1}. ${note}`).join('\n')}
`

await publish('docs/generated/payment-cases.md', page)
