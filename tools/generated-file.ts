import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FORMATTER = fileURLToPath(new URL('../node_modules/oxfmt/bin/oxfmt', import.meta.url))

/** Writes a generated file; with `--check` on the command line compares it instead and fails when it is stale. */
export async function publish(path: string, content: string): Promise<void> {
  const url = new URL(`../${path}`, import.meta.url)
  const formattedContent = path.endsWith('.ts') ? formatted(path, content) : content
  const current = await readFile(url, 'utf8').catch(() => undefined)
  if (current === formattedContent) {
    console.log(`${path} is current`)
  } else if (process.argv.includes('--check')) {
    console.error(`${path} is stale: run "${process.argv[1]}" without --check`)
    process.exitCode = 1
  } else {
    await mkdir(new URL('./', url), { recursive: true })
    await writeFile(url, formattedContent)
    console.log(`${path} written`)
  }
}

function formatted(path: string, content: string): string {
  return execFileSync(process.execPath, [FORMATTER, `--stdin-filepath=${path}`], { input: content, encoding: 'utf8' })
}
