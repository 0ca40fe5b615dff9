import { dirname, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { BUILD_TARGETS } from './client/browsers.ts'
import { classNamesOfBuild } from './vite.class-names.ts'
import { compressedFiles } from './vite.compressed.ts'

/**
 * Two builds of the shop from one configuration: the browser's (`vite build`, to dist/client with a manifest) and the one that
 * renders pages on the server (`vite build --ssr client/shop/entry-server.tsx --outDir dist/server`). The desk has its own
 * (vite.desk.config.ts).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), isSsrBuild ? namesOfLazyPages : compressedFiles()],
  publicDir: false,
  css: { modules: { generateScopedName: classNamesOfBuild() } },
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
 * What several pages share, by what their paths begin with; the first that fits has the module. What changes rarely is one
 * file, and what is loaded together another: fewer, larger files compress better and stay in the browser's cache from one
 * release to the next. A module that only some of those pages need costs the others (tools/benches/page-weight.ts).
 */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  framework: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/', 'vite/preload-helper'],
  // What every page has.
  shared: [
    ...['app.tsx', 'routes.tsx', 'checkout/routes.tsx', 'ticket/routes.tsx'].map(file => `client/shop/${file}`),
    'client/routing/',
    'client/language/',
    'client/frame/frame.tsx',
    'client/frame/start-page.tsx',
    'client/frame/grouped.ts',
    'client/frame/early/awake.ts',
    'client/frame/document/page-state.ts',
    ...['calls', 'language', 'routing', 'shell', 'storage'].map(folder => `client/frame/${folder}/`),
    ...['button', 'card', 'field/field', 'mark', 'notice', 'page', 'price'].map(part => `client/kit/${part}`),
    'client/shop/access/account-slot',
    'client/shop/checkout/held/held-slot',
    'client/shop/checkout/held/may-hold',
    'client/shop/shell/calls/held-query',
    'client/shop/shell/calls/offer-queries',
    'client/shop/shell/challenge/challenge-host',
    'client/shop/shell/companions',
    'client/shop/shell/embedding/is-embedded',
    'client/shop/shell/site-footer',
    'contract/error-codes',
    'contract/limits',
    'contract/paths',
    'domain/foundation/language/',
    'domain/foundation/text/',
    'domain/foundation/uuid',
  ],
  // What prices and dates are computed with.
  values: [
    'domain/catalog/catalog/event',
    'domain/foundation/instant',
    'domain/foundation/money/',
    'domain/foundation/problem',
  ],
  // What an order is read, typed and kept with, on its pages and in what the bar says of it: its statuses too.
  order: [
    'client/shop/checkout/calls',
    'client/shop/checkout/frame/no-such-order',
    'client/shop/checkout/frame/open-reservation',
    'client/shop/checkout/frame/pass-words',
    'client/shop/checkout/frame/reservation-view',
    'client/shop/checkout/details/booking-',
    'client/shop/checkout/details/invoice-values',
    'client/shop/checkout/book/controls',
    'client/shop/shell/embedding/announce-release',
    'client/shop/ticket/attendee/answer-values',
    'domain/foundation/country/country-codes',
    'domain/order/reservation/states',
  ],
  pictures: ['client/kit/poster/poster', 'client/shop/catalog/when-and-where'],
  // What the entries of lists have, and the page of a pass with its events.
  entries: [
    ...['event-choice', 'event-rows', 'list-addresses', 'pass-texts', 'place'].map(
      file => `client/shop/catalog/${file}`,
    ),
    'contract/page-need',
  ],
  // What a list has around its entries.
  lists: ['search-field', 'list-parts', 'pass-in-use', 'pass-cards'].map(file => `client/shop/catalog/${file}`),
  // What tells that a form was refused comes together, after the first press.
  problems: ['client/kit/error-summary/', 'client/frame/forms/form-problems'],
  // What is chosen on the page of an event, by the page and by its parts that come later.
  choice: [
    'client/kit/quantity-stepper/',
    'client/shop/catalog/event/selection',
    'client/shop/catalog/event/code/use-code',
    'client/shop/catalog/event/waiting-list/place-key',
    'client/shop/catalog/event/waiting-list/shown-place',
    'client/shop/catalog/sale-state',
    'client/shop/shell/challenge/use-captcha',
  ],
  // What the pages of events and passes say alike.
  offer: [
    ...['offer-parts', 'offer-page', 'offer-head', 'order-card', 'price-parts'].map(
      file => `client/shop/catalog/${file}`,
    ),
    'client/kit/rich-text/',
  ],
  // What the page of an event begins with, and the parts of it that come later.
  event: ['client/frame/early/lazy-part', 'client/shop/catalog/event-facts', 'client/shop/catalog/where-you-are'],
  // What forms and orders are made of; the pages to look around on need none of it.
  forms: [
    ...['dialog', 'countdown', 'order-summary'].map(part => `client/kit/${part}/`),
    'client/frame/forms/refused-fields',
    'client/shop/shell/mail-question/mail-question',
    'client/shop/ticket/attendee/field-errors',
    'client/shop/checkout/book/questions',
  ],
  // What the steps of a purchase have around their forms.
  steps: [
    'client/shop/checkout/frame/reservation-frame',
    'client/shop/checkout/order/order',
    'client/shop/checkout/order/tax-note-of',
    'client/shop/checkout/hold/hold-banner',
    ...['book.module', 'focus-soon', 'mail-question'].map(file => `client/shop/checkout/book/${file}`),
    'client/shop/payment/methods/forms',
  ],
  // What repeats the presses that came before the page reacted to them.
  early: ['repeat', 'take-over'].map(file => `client/frame/early/${file}`),
  // What a choice of tickets costs and whether it can be had, and what reserves it.
  engine: [
    'client/shop/catalog/event/order/',
    'client/shop/catalog/reserve-tickets',
    'domain/catalog/catalog/category',
    'domain/catalog/promo-code/',
    'domain/order/pricing/',
    'domain/order/reservation/selection-problems',
  ],
  // What the pages of an order show after Pay, and ways to pay are named with.
  paid: [
    ...['use-polling', 'returned-money', 'tax-note'].map(file => `client/shop/checkout/order/${file}`),
    'client/shop/payment/methods/method-texts',
    'domain/catalog/payment-method/',
  ],
  // What an order is paid or confirmed by.
  confirm: [
    'client/shop/checkout/confirm/attempt',
    'client/shop/checkout/confirm/handed-over',
    'client/shop/checkout/confirm/payment-options',
    'client/shop/checkout/confirm/policies',
    'client/shop/checkout/confirm/use-',
  ],
  // What tickets are shown with, and what can be done with them.
  tickets: [
    'client/kit/ticket-card/',
    'client/shop/checkout/order/calendar-links',
    ...['calls', 'gone-ticket', 'mail-again', 'order-behind', 'release-dialog', 'ticket-code', 'way-to-vote'].map(
      file => `client/shop/ticket/${file}`,
    ),
    'client/shop/ticket/holder/holder-values',
    'client/shop/ticket/poll-pin/kept-pin',
    'client/shop/ticket/wallet/',
    'contract/ticket-paths',
  ],
}

/** The script for other sites' pages keeps its address, and the server finds that of the worker of tickets. */
const OWN_NAMES: Readonly<Record<string, string>> = { 'foyer-shop': 'embed/v1.js', tickets: 'worker/tickets.js' }

const browserBundles = {
  input: {
    'entry-browser': 'client/shop/entry-browser.tsx',
    'foyer-shop': 'client/embed/foyer-shop.ts',
    tickets: 'client/worker/tickets.ts',
  },
  output: {
    // Named by what is in it: a name would cost a few bytes for each bundle on every page, which lists them.
    chunkFileNames: 'assets/[hash].js',
    entryFileNames: ({ name }: { name: string }) => OWN_NAMES[name] ?? 'assets/[name]-[hash].js',
    codeSplitting: {
      groups: Object.entries(BUNDLES).map(([name, beginnings], place, all) => ({
        name,
        // Whole numbers, the highest first.
        priority: all.length - place,
        test: (module: string) => beginnings.some(beginning => module.includes(`/${beginning}`)),
      })),
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
