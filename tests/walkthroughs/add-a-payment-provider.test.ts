import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

// What the walkthrough says is done on a copy of the shop, word for word, with the tests it names.

const ROOT = new URL('../../', import.meta.url).pathname
const PAGE = 'docs/walkthroughs/add-a-payment-provider.md'
const COPIED = ['client', 'contract', 'docs', 'domain', 'server', 'tests', 'tools', 'translations']
const FILES = ['package.json', 'tsconfig.base.json', 'tsconfig.json', 'vitest.config.ts']

const run = promisify(execFile)
const copy = await mkdtemp(join(tmpdir(), 'foyer-walkthrough-'))
afterAll(() => rm(copy, { recursive: true, force: true }))

/** The blocks of a page: what is behind the opening fence, and the text up to the closing one. */
function blocksOf(page: string): { readonly kind: string; readonly path: string; readonly text: string }[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, kind = '', path = '', text = '']) => ({
    kind,
    path,
    text,
  }))
}

/** Changes one file of the copy as a diff says, each of whose hunks fits exactly one place of it. */
async function change(diff: string): Promise<void> {
  const [head = '', ...lines] = diff.trimEnd().split('\n')
  const path = join(copy, head.replace('--- a/', ''))
  let text = await readFile(path, 'utf8')
  for (const hunk of lines.join('\n').split('\n@@\n')) {
    const side = (sign: string) =>
      hunk
        .split('\n')
        .filter(line => line.startsWith(' ') || line.startsWith(sign))
        .map(line => `${line.slice(1)}\n`)
        .join('')
    expect(text.split(side('-')), `${side('-')} in ${head}`).toHaveLength(2)
    text = text.replace(side('-'), () => side('+'))
  }
  await writeFile(path, text)
}

test('a provider that is added as the page says sells a ticket, and is named nowhere else', async () => {
  for (const name of [...COPIED, ...FILES]) await cp(join(ROOT, name), join(copy, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const blocks = blocksOf(await readFile(join(ROOT, PAGE), 'utf8'))
  expect(blocks.map(({ kind }) => kind)).toEqual(['diff', 'diff', 'ts', 'ts', 'ts', 'ts', 'ts'])
  for (const { kind, path, text } of blocks) {
    if (kind === 'diff') await change(text)
    else {
      await mkdir(dirname(join(copy, path)), { recursive: true })
      await writeFile(join(copy, path), text)
    }
  }
  const { PATH, HOME, TMPDIR } = process.env
  const tests = ['server/providers/till', 'tests/architecture/provider-names']
  const { stdout, stderr } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--reporter=default', ...tests],
    { cwd: copy, env: { PATH, HOME, TMPDIR, NO_COLOR: '1' }, timeout: 100_000 },
  ).catch((error: unknown) => error as { readonly stdout: string; readonly stderr: string })
  expect(`${stdout}${stderr}`).toMatch(/Tests +4 passed \(4\)/)
}, 120_000)
