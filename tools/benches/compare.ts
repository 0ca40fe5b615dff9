import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Another checkout against this one, bench by bench in one run: `node tools/benches/compare.ts <folder> [bench ...]` writes
 * docs/generated/comparison.md. The other one is installed and built before.
 */

const OWN = fileURLToPath(new URL('../../', import.meta.url))
const FILE = new URL('../../docs/generated/comparison.md', import.meta.url)

/**
 * `both`: the bench itself visits both states by turns. `ours`: this bench measures the shop of each. `own`: it measures what it
 * imports, or a statement of its own state, so each state has its own bench; their loads may differ.
 */
const BENCHES: readonly { readonly name: string; readonly by: 'both' | 'ours' | 'own' }[] = [
  { name: 'orders', by: 'both' },
  { name: 'sell-out', by: 'ours' },
  { name: 'reserve', by: 'own' },
  { name: 'pages', by: 'ours' },
  { name: 'web', by: 'both' },
  { name: 'memory', by: 'ours' },
  { name: 'idle', by: 'both' },
  { name: 'tickets', by: 'own' },
  { name: 'jobs', by: 'own' },
]

const [folder, ...chosen] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('usage: node tools/benches/compare.ts <folder of another checkout> [bench ...]')
const other = resolve(folder)
const sections: string[] = []
for (const { name, by } of BENCHES.filter(bench => chosen.length === 0 || chosen.includes(bench.name))) {
  if (by === 'both') sections.push(outputOf(name, { args: [other] }))
  else {
    const before =
      by === 'ours' ? outputOf(name, { env: { FOYER_BENCH_PROJECT: other } }) : outputOf(name, { cwd: other })
    sections.push(titled(before, 'before'), titled(outputOf(name, {}), 'now'))
  }
  writeFileSync(FILE, [head(), ...sections].join('\n\n').concat('\n'))
}

function head(): string {
  return `# Two states in one run

Written by \`node tools/benches/compare.ts <folder>\`: "before" is commit ${commitOf(other)}, "now" ${commitOf(OWN)}, on one machine, one
bench after the other. Of \`reserve\`, \`tickets\` and \`jobs\` each state has its own bench.`
}

function commitOf(project: string): string {
  return spawnSync('git', ['log', '-1', '--format=%h (%cs)'], { cwd: project, encoding: 'utf8' }).stdout.trim()
}

type Run = { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string }

/** From its title on. A bench that ends with a code has missed an aim, or failed: then it says so in place of figures. */
function outputOf(name: string, { args = [], env = {}, cwd = OWN }: Run): string {
  console.log(`── ${name}${args.length > 0 || cwd !== OWN || env['FOYER_BENCH_PROJECT'] ? ', before' : ''}`)
  const file = join('tools/benches', `${name}.ts`)
  if (!existsSync(join(cwd, file))) return `## ${name}\n\nThis state has no such bench.`
  const { stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  const [, section] = /^(## [^]*)/m.exec(stdout) ?? []
  return section?.trim() ?? `## ${name}\n\nFailed:\n\n\`\`\`\n${stderr.slice(-1000).trim()}\n\`\`\``
}

function titled(section: string, state: string): string {
  return section.replace(/^(## .*)$/m, `$1, ${state}`)
}
