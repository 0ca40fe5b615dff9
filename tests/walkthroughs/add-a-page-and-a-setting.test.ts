import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

// The changes that the pages show fit the code, and compile with it.

const ROOT = new URL('../../', import.meta.url).pathname
const COPIED = [
  'client',
  'contract',
  'domain',
  'server',
  'tests',
  'tools',
  'translations',
  'package.json',
  'tsconfig.base.json',
]

const run = promisify(execFile)
const copy = await mkdtemp(join(tmpdir(), 'foyer-walkthrough-'))
afterAll(() => rm(copy, { recursive: true, force: true }))
for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true })
await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

/** The files that the diffs of a page change, with their lines: context begins with a blank, what is added with a plus. */
function changesOf(page: string): { readonly path: string; readonly isNew: boolean; readonly lines: string[] }[] {
  const blocks = [...page.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, text = '']) => text)
  const files = blocks.flatMap(text => text.split(/^(?=--- )/m))
  return files.map(file => {
    const [old = '', ...rest] = file.trimEnd().split('\n')
    const isNew = old === '--- /dev/null'
    const name = isNew ? (rest.shift() ?? '') : old
    return { path: name.replace(/^(--- a|\+\+\+ b)\//, ''), isNew, lines: rest }
  })
}

const without = (lines: readonly string[]) => lines.map(line => `${line.slice(1)}\n`).join('')

/** The text of a file after the change; lines without context are texts in JSON, or tests at the end of a file. */
function changed(path: string, text: string, lines: readonly string[]): string {
  const context = without(lines.filter(line => line.startsWith(' ')))
  const added = without(lines)
  if (context !== '') {
    expect(text.split(context), `the lines of ${path} that the page shows`).toHaveLength(2)
    return text.replace(context, () => added)
  }
  return path.endsWith('.json') ? text.replace('{\n', () => `{\n${added}`) : `${text}${added}`
}

async function follow(page: string): Promise<readonly string[]> {
  const changes = changesOf(await readFile(join(ROOT, 'docs/walkthroughs', page), 'utf8'))
  for (const { path, isNew, lines } of changes) {
    const target = join(copy, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, isNew ? without(lines) : changed(path, await readFile(target, 'utf8'), lines))
  }
  return changes.map(({ path }) => path)
}

/** What the compiler complains about in these files and what they import. */
async function complaints(files: readonly string[], config: object): Promise<string> {
  const project = join(copy, 'tsconfig.walkthrough.json')
  await writeFile(project, JSON.stringify({ extends: './tsconfig.base.json', ...config, files }))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '--checkers', '1', '-p', project]).catch(
    (error: unknown) => error as { readonly stdout: string },
  )
  return stdout
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path)

test('the page that the walkthrough adds fits the code and compiles', async () => {
  const files = await follow('add-a-page.md')
  expect(files.length).toBeGreaterThan(4)
  expect(JSON.parse(await readFile(join(copy, 'translations/en.json'), 'utf8'))).toHaveProperty(['foyer.about.title'])
  const page = files.filter(file => isCode(file) && file.endsWith('/page.tsx'))
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    lib: ['ES2022', 'ES2023.Intl', 'DOM', 'DOM.Iterable'],
    types: ['vite/client'],
  }
  expect(await complaints(page, { compilerOptions })).toBe('')
  await writeFile(join(copy, page[0] ?? ''), 'export const wrong: string = 1\n')
  expect(await complaints(page, { compilerOptions })).toContain('not assignable')
})

test('the setting that the walkthrough adds fits the code and compiles', async () => {
  const files = await follow('add-a-setting.md')
  expect(files.length).toBeGreaterThan(2)
  const compilerOptions = { types: ['node'], lib: ['ESNext'] }
  // What the tests of the shop are provided with is declared there.
  const setUp = ['tests/support/run/journeys-setup.ts']
  expect(await complaints([...files.filter(isCode), ...setUp], { compilerOptions })).toBe('')
})
