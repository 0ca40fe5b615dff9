import { dirname, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { BUILD_TARGETS } from './client/browsers.ts'

/**
 * Two builds from one configuration: the browser's (`vite build`, to dist/client with a manifest) and the one that
 * renders pages on the server (`vite build --ssr client/shop/entry-server.tsx --outDir dist/server`).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [namesOfLazyPages] : [])],
  publicDir: false,
  // The server build carries React within, in its production form whatever the environment says.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' }, ssr: { noExternal: true } } : {}),
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    ...(isSsrBuild ? {} : { rolldownOptions: browserBundles }),
  },
}))

/**
 * What changes rarely is one file, and what several pages share is another: fewer, larger files compress better and
 * stay in the browser's cache from one release to the next.
 */
const browserBundles = {
  input: { 'entry-browser': 'client/shop/entry-browser.tsx', 'foyer-shop': 'client/embed/foyer-shop.ts' },
  output: {
    // The script for other sites' pages keeps its address; everything else is named by what is in it.
    entryFileNames: ({ name }: { name: string }) => (name === 'foyer-shop' ? 'embed/v1.js' : 'assets/[name]-[hash].js'),
    codeSplitting: {
      groups: [
        {
          name: 'framework',
          priority: 3,
          test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/,
        },
        {
          // What an order is read, typed and kept with, on its pages and in what the bar says of it: its statuses too.
          name: 'order',
          priority: 1,
          test: /\/client\/shop\/(ticket\/attendee\/answer-values|checkout\/(calls|frame\/(look|no-such-order|open-reservation)|details\/(?!prefill)|book\/controls)|shell\/embedding\/given-back)|\/domain\/order\/reservation\/(states|page-of-status)\b/,
        },
        {
          name: 'shared',
          priority: 2,
          // The summary of errors comes with what asks the server: no page needs it to be read. No order needs a poster.
          test: /\/client\/(routing|kit(?!\/(error-summary|field\/(?!field\.)|dialog|countdown|order-summary|poster|progress)\b)|language|frame\/(calls|early|shell|language|storage)|shop\/(shell\/(calls|companions|site-footer|embedding\/is-embedded)|checkout\/held\/may-hold|access\/account-slot|catalog\/event-choice))\b|\/(domain(?!\/order\/reservation\/states\b)|contract(?!\/[a-z]+-paths\b))\//,
          minShareCount: 3,
        },
        {
          // What tells that a form was refused comes together, after the first press.
          name: 'problems',
          priority: 0.7,
          test: /\/client\/(kit\/error-summary\/|frame\/forms\/form-problems)/,
          minShareCount: 2,
        },
        {
          // What the pages of events and passes say alike.
          name: 'offer',
          priority: 0.6,
          test: /\/client\/shop\/catalog\/(offer-parts|offer-page|when-and-where)\b/,
          minShareCount: 2,
        },
        {
          // What forms and orders are made of; the pages to look around on need none of it.
          name: 'forms',
          priority: 0.5,
          test: /\/client\/(kit\/(dialog|countdown|order-summary|progress)|frame\/forms\/refused-fields|shop\/(ticket\/attendee\/field-errors|checkout\/book\/questions))\b/,
          minShareCount: 2,
        },
      ],
    },
  },
}

/** Tells the server which source each lazy page comes from, so that documents can preload its bundle (`lazy-page.tsx`). */
const namesOfLazyPages: Plugin = {
  name: 'names-of-lazy-pages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/client\/\w+\/(.*\/)?routes\.tsx$/ },
    handler(code, id) {
      const named = code.replaceAll(
        /(?<=lazyPage\(\(\) => import\('([^']+)'\))(?=\))/g,
        (_, module: string) => `, ${JSON.stringify(relative(import.meta.dirname, join(dirname(id), module)))}`,
      )
      if (named === code) throw new Error(`${id} names its lazy pages in a way that this does not know`)
      return named
    },
  },
}
