import { CALLERS, type Caller } from '../tests/wire/who-may/callers.ts'
import { ROUTES, type Row } from '../tests/wire/who-may/routes.ts'
import type { Rule } from '../tests/wire/who-may/rule.ts'
import { RULES, type RuleName } from '../tests/wire/who-may/rules.ts'
import { publish } from './generated-file.ts'

/** Draws docs/generated/who-may.md from the table of the test that asks every route as every kind of caller. */

const callers = Object.entries(CALLERS).map(([name, is]) => `| ${name} | ${is} |`)

const namesOf = (some: readonly Caller[]): string =>
  some.length === Object.keys(CALLERS).length ? 'everybody' : some.join(', ')

function section(name: RuleName, rule: Rule): string {
  const rows = Object.entries(ROUTES[name]).map(([route, row]) => rowOf(route, rule, row))
  const { may, others = [] } = rule
  const heads = [
    'Route',
    ...(may.length > 0 ? [namesOf(may)] : []),
    ...(others.length > 0 ? [namesOf(others)] : []),
    ...(isForAll(rule) ? [] : ['everybody else']),
    ...(may.length > 0 ? ['what does not exist'] : []),
  ]
  return `## ${rule.description}\n\n| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}\n${rows.join('\n')}\n`
}

const isForAll = ({ may }: Rule): boolean => namesOf(may) === 'everybody'

function rowOf(route: string, rule: Rule, row: Row): string {
  const { may, others = [] } = rule
  const refusal = row.refuses ?? rule.refuses
  const cells = [
    `\`${route}\``,
    ...(may.length > 0 ? [[row.answers ?? 200].flat().join(' or ')] : []),
    ...(others.length > 0 ? [row.others ?? refusal] : []),
    ...(isForAll(rule) ? [] : [refusal]),
    ...(may.length > 0 ? [/[:*]/.test(route) ? (row.unknown ?? rule.unknown) : '-'] : []),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Where it isn't so. */
function shown(): string {
  const rows = Object.values(ROUTES).flatMap(routes => Object.entries(routes))
  const lines = rows.flatMap(([route, { shows }]) => (shows === undefined ? [] : [`- \`${route}\`: ${shows}`]))
  return `, except where the wire\nwants another answer and shows\n\n${lines.join('\n')}`
}

const page = `# Who may call what

Made by tools/generate-who-may.ts from tests/wire/who-may/, where every route of a running server is asked over HTTP by every caller
below; \`npm test -- who-may\` does it. The test fails where a route has no row, or a row no route, where somebody hears another status than it
says here, and where somebody hears a name of a person or an id of an order, a ticket or a pass that is not theirs.

The statuses are those of the requests the test sends: who may and sends an empty or impossible form hears 400, 404, 412 or 422 rather
than 200. Two things hold for all sections:

- A write below \`/api/v2/public/\` needs a session and its anti-forgery token: whoever has none (a session that is over, a changed signature,
  the token of somebody else, a key of an organisation) hears 403 before anything else. \`POST /api/reservation/...\` needs the token of
  those who have signed in.
- HEAD answers as GET does, without a body.

A key learns nothing of other organisations: what is theirs is answered like what doesn't exist${shown()}

Visitors who have the id of an order that is somebody's hear 401 and its status, without it 404: ids of orders, tickets and passes are too long to be
guessed. Events and passes are public by their names.

| Caller | is |
| --- | --- |
${callers.join('\n')}

${(Object.entries(RULES) as [RuleName, Rule][]).map(([name, rule]) => section(name, rule)).join('\n')}`

await publish('docs/generated/who-may.md', page)
