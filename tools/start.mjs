// The only script that npm runs, on whatever Node there is (18 or newer): fetches what the lock file names, Foyer's own
// Node among it, builds the client when it has changed, and hands over.
//   node tools/start.mjs start | build | dev | check | test [filter] | test:long [filter] | foyer <command>
// "build" does all but hand over, without what only development needs: whatever starts in that folder afterwards fetches
// nothing and writes nothing there, so that the folder may be read-only.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const REQUIRED_NODE = 26
// Less memory for garbage (docs/generated/benches.md): the young objects of an idle shop take half of what they may
// otherwise, and the heap is collected when it is 2.2 times what lives, not 4 times: 90 MB less after a rush, for 2 % of
// its time.
const LEAN = ['--max-semi-space-size=8', '--heap-growing-percent=120']
// glibc would keep up to eight heaps a processor, each with holes of its own: 50 to 90 MB more after a rush (decision 148).
const MALLOC_ARENA_MAX = '1'
const PRELOADED = ['--import', './tools/end-with-parent.mjs']
const isProduction = process.env.FOYER_MODE === 'production'
/** In development there are test payments. */
const PROGRAM = isProduction ? 'server/main.ts' : 'tools/development-shop.ts'
const CLIENT_SOURCES = [
  'client',
  'contract',
  'domain',
  'translations',
  'vite.config.ts',
  'vite.desk.config.ts',
  'vite.door.config.ts',
  'vite.class-names.ts',
  'vite.compressed.ts',
  'package-lock.json',
]

/** How the note of what is installed ends where "npm run build" has left out what only development needs. */
const FOR_PRODUCTION = ' for production'
const BUILT_FOR_PRODUCTION = [
  'This folder was built for production, and services may be running from it: nothing is installed here.',
  'To start the shop in it, say FOYER_MODE=production.',
  'For development and tests, use another checkout, or remove node_modules first.',
].join('\n')

/** Of what the programs in dist/shop are made. */
const SHOP_SOURCES = [
  'server',
  'contract',
  'domain',
  'tests/fakes',
  'tools/development-shop.ts',
  'vite.shop.config.ts',
  'package-lock.json',
]
const SHOP_BUILT_FROM = join('dist', 'shop', '.built-from')
/** Profiles and counts of statements look at the modules as they are written. */
const isFromSources = process.env.FOYER_SOURCES !== undefined

/** Of what the pages in dist are made. */
const BUILT_FROM = join('dist', '.built-from')

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const [mode = 'start', ...rest] = process.argv.slice(2)
await main()

async function main() {
  installWhenChanged()
  const node = findNode()
  const environment = {
    ...process.env,
    // Foyer's own Node for everything below, and its compiled code kept for a quick second start.
    PATH: pathWith(node),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'foyer'),
  }
  const run = modes()[mode]
  if (!run) fail(`There is no "${mode}": start, build, dev, check, test, test:long or foyer.`)
  process.exitCode = await run(node, environment)
}

function modes() {
  return {
    start: async (node, environment) => {
      await Promise.all([buildClient(node, environment), isFromSources || buildShop(node, environment)])
      const program = [...LEAN, isFromSources ? PROGRAM : builtProgram(), ...rest]
      const lean = { MALLOC_ARENA_MAX, ...environment }
      replaceByProgram(node, program, lean)
      return handOver(node, program, lean)
    },
    build: async (node, environment) => {
      linkNode(node)
      await Promise.all([buildClient(node, environment), buildShop(node, environment)])
      return 0
    },
    dev: async (node, environment) => {
      await buildClient(node, environment)
      // In development each response is held against its contract; what else starts here builds the pages anew.
      rmSync(BUILT_FROM, { force: true })
      // An open input, because a watching build takes the end of it for a request to stop.
      const builds = clientBuilds().map(build =>
        start(node, [...build, '--watch', '--emptyOutDir=false', '--mode', 'development'], environment, [
          'pipe',
          'inherit',
          'inherit',
        ]),
      )
      const code = await handOver(node, ['--watch', '--watch-preserve-output', ...LEAN, PROGRAM, ...rest], environment)
      for (const build of builds) build.kill()
      return code
    },
    check: (node, environment) => handOver(node, ['tools/check.ts'], environment),
    test: async (node, environment) => {
      await Promise.all([buildClient(node, environment), buildShop(node, environment)])
      return handOver(node, ['tools/test.ts', ...rest], environment)
    },
    'test:long': async (node, environment) => {
      await Promise.all([buildClient(node, environment), buildShop(node, environment)])
      return handOver(node, ['tools/test.ts', '--long', ...rest], environment)
    },
    foyer: (node, environment) => handOver(node, ['server/operation/command/foyer.ts', ...rest], environment),
  }
}

function installWhenChanged() {
  const stamp = join('node_modules', '.foyer-installed')
  const whole = `${process.platform}-${process.arch} ${digest(readFileSync('package-lock.json'))}`
  const lean = whole + FOR_PRODUCTION
  const isForProduction = mode === 'build' || (isProduction && ['start', 'foyer'].includes(mode))
  const enough = isForProduction || mode === 'foyer' ? [whole, lean] : [whole]
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (enough.includes(installed)) return
  if (installed.endsWith(FOR_PRODUCTION) && !isForProduction && mode !== 'foyer') fail(BUILT_FOR_PRODUCTION)
  console.log('Installing what Foyer needs (once) ...')
  npmInstall(isForProduction, process.env.PATH)
  // An older Node leaves out, and doesn't say so, what is optional and wants a newer one, such as the compiler of the pages.
  const node = shippedNode()
  if (isOlderNode() && node) npmInstall(isForProduction, pathWith(node))
  writeFileSync(stamp, isForProduction ? lean : whole)
}

/** Not "npm ci": it fails where the registry lacks the programs of another platform. This leaves the lock file as it is. */
function npmInstall(isForProduction, path) {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const install = spawnSync('npm', ['install', ...options, isForProduction ? '--omit=dev' : '--include=dev'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: path },
  })
  if (install.status !== 0) fail('npm could not install what Foyer needs; the lines above say why.')
}

function findNode() {
  const shipped = shippedNode()
  if (shipped) return shipped
  if (!isOlderNode()) return process.execPath
  fail(`Foyer brings no Node for ${process.platform}-${process.arch}: start it with Node ${REQUIRED_NODE} or newer.`)
}

function shippedNode() {
  const packages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
  return packages.map(name => join(root, 'node_modules', name, 'bin', 'node')).find(path => existsSync(path))
}

/** Where a supervisor finds Node on every machine; npm makes this link or doesn't. */
function linkNode(node) {
  const link = join('node_modules', '.bin', 'node')
  if (existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), node), link)
}

function isOlderNode() {
  return Number.parseInt(process.versions.node, 10) < REQUIRED_NODE
}

function pathWith(node) {
  return `${dirname(node)}:${process.env.PATH ?? ''}`
}

function clientBuilds() {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  return [
    vite,
    [...vite, '--ssr', 'client/shop/entry-server.tsx', '--outDir', 'dist/server'],
    [...vite, '--config', 'vite.desk.config.ts'],
    [...vite, '--config', 'vite.door.config.ts'],
  ]
}

async function buildClient(node, environment) {
  const digestNow = digest(CLIENT_SOURCES.flatMap(contentsOf).join('\n'))
  if (existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === digestNow) return
  console.log('Building the pages (when they have changed) ...')
  const builds = clientBuilds().map(build => ended(start(node, build, environment)))
  const codes = await Promise.all(builds)
  if (codes.some(code => code !== 0)) fail('The pages could not be built; the lines above say why.')
  mkdirSync('dist', { recursive: true })
  writeFileSync(BUILT_FROM, digestNow)
}

/** A start from one file takes half the processor time of one from 1,500 modules. */
async function buildShop(node, environment) {
  const needed = mode === 'build' || isProduction ? ['production', 'development'] : ['development']
  const digestNow = digest(SHOP_SOURCES.flatMap(contentsOf).join('\n'))
  const built = existsSync(SHOP_BUILT_FROM) ? readFileSync(SHOP_BUILT_FROM, 'utf8') : ''
  if (needed.some(kind => built === `${kind} ${digestNow}`)) return
  const [kind] = needed
  const build = ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.shop.config.ts', '--logLevel', 'warn']
  const code = await ended(start(node, build, { ...environment, FOYER_MODE: kind }))
  if (code !== 0) fail('The program could not be built; the lines above say why.')
  mkdirSync(dirname(SHOP_BUILT_FROM), { recursive: true })
  writeFileSync(SHOP_BUILT_FROM, `${kind} ${digestNow}`)
}

/** Without its build, the sources. */
function builtProgram() {
  const built = join('dist', 'shop', isProduction ? 'main.mjs' : 'development-shop.mjs')
  return existsSync(built) ? built : PROGRAM
}

/** One line for each file that gets into a build: its path and a digest of its bytes. */
function contentsOf(path) {
  if (!existsSync(path) || /\.test\.tsx?$/.test(path)) return []
  if (statSync(path).isFile()) return [`${path} ${digest(readFileSync(path))}`]
  return readdirSync(path)
    .sort()
    .flatMap(name => contentsOf(join(path, name)))
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function start(node, args, environment, stdio = 'inherit') {
  return spawn(node, args, { stdio, env: environment })
}

/**
 * Replaces this process by the program where npm has found Foyer's own Node, as it does from the second start on
 * (decision 147): no launcher stays in memory beside it. The program ends with npm, as it does under a launcher.
 */
function replaceByProgram(node, args, environment) {
  if (isOlderNode() || !process.execve) return
  const ofNpm = process.env.npm_lifecycle_event ? { FOYER_NPM: String(process.ppid) } : {}
  process.execve(node, [node, ...PRELOADED, ...args], { ...environment, ...ofNpm })
}

/** Runs the program in our place: signals go on to it, and it ends when we are killed (see tools/end-with-parent.mjs). */
async function handOver(node, args, environment) {
  const program = start(node, [...PRELOADED, ...args], environment, ['inherit', 'inherit', 'inherit', 'ipc'])
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends its SIGINT to both of us; a second one would mean "at once".
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || program.kill(signal))
  }
  if (process.env.npm_lifecycle_event) stopWhenNpmIsGone(program)
  return ended(program)
}

function stopWhenNpmIsGone(program) {
  const npm = process.ppid
  setInterval(() => process.ppid === npm || program.kill('SIGTERM'), 500).unref()
}

function ended(program) {
  return new Promise(resolve => {
    program.on('error', error => fail(`${program.spawnfile} can't be started: ${error.message}`))
    program.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)))
  })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
