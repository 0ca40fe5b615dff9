import '../kit/tokens.css'
import '../kit/base.css'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from '#client/routing/router.tsx'
import type { Info } from '#contract/info.ts'
import type { Language } from '#contract/shared.ts'
import { type Preloaded, createQueryCache, infoQuery } from '#client/frame/calls/queries.ts'
import { type TextFiles, type Texts, directionOf, translator } from '../language/language-context.ts'
import { App } from './app.tsx'
import { type Manifest, filesOf } from '#client/frame/document/document.ts'
import { headElements } from '#client/frame/document/head.ts'
import { houseElements, houseOf } from '#client/frame/document/house-head.ts'
import { type PageData, headOf, pageDataFrom, onlyPathOf } from './shell/document/page-head.ts'
import { stateElement } from '#client/frame/document/page-state.ts'
import type { PageNeed } from '#contract/page-need.ts'
import { type PageRoute, RoutedPage, bundlesOf, routeFor } from '#client/frame/routing/route.tsx'
import { NEEDS } from './page-needs.ts'
import { routing } from './routes.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'

export { documentOf } from '#client/frame/document/document.ts'
export { NONCE } from '#client/frame/document/page-state.ts'
export { shellDocument } from '#client/frame/document/shell-document.ts'

export type PageInput = {
  /** Path and query. */
  readonly url: string
  readonly language: string
  /** The bundle of that language, placeholders as {{0}}. */
  readonly texts: Texts
  /** Where the files with all texts of each language are. */
  readonly textFiles: TextFiles
  readonly info: Info
  /** All languages of the shop; an event's page narrows them by itself. */
  readonly languages: readonly Language[]
  /** Values for the needs of this address, under their keys. What doesn't exist is left out. */
  readonly data: readonly Preloaded[]
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Can visitors sign in? */
  readonly isSignInOffered: boolean
  /** A mark of a text, in hexadecimal figures, that is another one for any other text. */
  readonly markOf: (text: string) => string
}

export type RenderedPage = {
  readonly status: 200 | 302 | 404
  /** With 302: where to go, path and query. */
  readonly location: string | undefined
  readonly house: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** For `documentOf`: the sources of the script that every page has, and of the page's own bundles. */
  readonly entry: string
  readonly modules: readonly string[]
  readonly textFile: string
  /** Elements of the document's head. Scripts carry the placeholder `NONCE`. */
  readonly head: string
  /** Content of `<div id="root">`. */
  readonly html: string
  /** The script element with what the browser takes over; comes after the root. */
  readonly state: string
  /** What the server has rendered: the page, or a shape that the browser fills. */
  readonly rendered: 'content' | 'shape'
}

const ENTRY = 'client/shop/entry-browser.tsx'

/** Paths of the scripts and styles of the page of a ticket, which also opens without a connection (decision 88). */
export function ticketPageFiles(manifest: Manifest): readonly string[] {
  const modules = bundlesOf(routeOfTicket()).flatMap(bundle => bundle.module ?? [])
  return filesOf({ entry: ENTRY, modules }, manifest)
}

/** The same of an application that begins with one script, and of modules that it has to have without a connection, with what they load. */
export const applicationFiles = (entry: string, modules: readonly string[], manifest: Manifest): readonly string[] => [
  ...filesOf({ entry, modules }, manifest),
  ...modules.flatMap(module => manifest[module]?.assets ?? []).map(file => `/${file}`),
]

function routeOfTicket(): PageRoute {
  const route = routing.routes.find(({ path }) => path === TICKET_PAGE)
  if (!route) throw new Error(`no page is at ${TICKET_PAGE}`)
  return route
}

const TICKET_PAGE = '/event/:shortName/ticket/:ticketId/view'

/** What the server has to read before it renders an address; nothing for addresses that render as a shape. */
export function needsOf(url: string): readonly PageNeed[] {
  const { pathname, searchParams } = addressOf(url)
  const matched = routeFor(routing.routes, pathname)
  return (matched && NEEDS.get(matched.route.path)?.(matched.params, searchParams)) ?? []
}

/** The template of the page at this address; undefined where there is none. */
export function templateOf(url: string): string | undefined {
  return routeFor(routing.routes, addressOf(url).pathname)?.route.path
}

/** Renders one address. Browse pages come complete; the steps of a purchase as a shape that the browser fills. */
export async function renderPage(input: PageInput): Promise<RenderedPage> {
  const { pathname, search } = addressOf(input.url)
  const matched = routeFor(
    routing.routes.filter(route => isOpen(route, input.info)),
    pathname,
  )
  const needs = needsOf(input.url)
  const subject = pageDataFrom(needs, input.data)
  // The name of an organiser leads to the organiser, whatever else is there.
  const stays = addressOf(input.url).searchParams.has('stay')
  const leads = stays ? undefined : onlyPathOf(subject)
  const only = matched?.route.signedInOnly && !input.isSignInOffered ? '/' : leads
  const location = only === undefined ? undefined : `${only}${search}`
  const isMissing = matched === undefined || (needs.length > 0 && subject.kind === 'nothing')
  const { page, path } = isMissing ? routing.notFound : matched.route
  const rendering = isMissing ? 'missing' : NEEDS.has(path) && location === undefined ? 'content' : 'shape'
  if (rendering !== 'shape') await page.load()
  return {
    status: location !== undefined ? 302 : isMissing ? 404 : 200,
    location,
    house: houseOf(input.info).name,
    language: input.language,
    direction: directionOf(input.language),
    entry: ENTRY,
    modules: matched === undefined ? [] : bundlesOf(matched.route).flatMap(bundle => bundle.module ?? []),
    textFile: input.textFiles[input.language] ?? '',
    head: headFor(input, subject, { path: pathname, isMissing }),
    ...bodyFor({ input, rendering }),
  }
}

const isOpen = ({ developmentOnly }: PageRoute, info: Info): boolean => !developmentOnly || info.devModeEnabled

function headFor(
  { url, language, languages, texts, baseUrl, info, markOf }: PageInput,
  subject: PageData,
  at: { path: string; isMissing: boolean },
): string {
  const offered = languagesOf(subject) ?? languages
  const own = subject.kind === 'event' ? subject.event.i18nOverride[language] : undefined
  // A language that the organiser does not write in is no version of the page for search engines.
  const isLanguageRequested =
    addressOf(url).searchParams.get('lang')?.toLowerCase() === language &&
    offered.some(({ locale }) => locale === language)
  const house = houseOf(info)
  const t = translator(texts, own)
  const around = { ...at, house, language, languages: offered, isLanguageRequested, baseUrl, t, markOf }
  return [headElements(headOf(subject, around)), houseElements(house)].join('\n')
}

/** An event or pass is there in the languages that its organiser writes in. */
function languagesOf(subject: PageData): readonly Language[] | undefined {
  if (subject.kind === 'event') return subject.event.contentLanguages
  return subject.kind === 'pass' ? subject.pass.contentLanguages : undefined
}

type Body = { input: PageInput; rendering: 'content' | 'shape' | 'missing' }

function bodyFor({ input, rendering }: Body): Pick<RenderedPage, 'html' | 'state' | 'rendered'> {
  const { language, texts, textFiles, languages, info, data } = input
  const cache = createQueryCache(data)
  cache.setQueryData(infoQuery().queryKey, info)
  const html = renderToString(
    <StrictMode>
      <StaticRouter url={rendering === 'missing' ? NOWHERE : input.url}>
        <App cache={cache} language={language} texts={texts} textFiles={textFiles} languages={languages}>
          {rendering === 'shape' ? <PageShape /> : <RoutedPage {...routing} />}
        </App>
      </StaticRouter>
    </StrictMode>,
  )
  const rendered = rendering === 'content' ? 'content' : 'shape'
  return { html, rendered, state: stateElement({ language, textFiles, languages, info, data, rendered }) }
}

/** An address that no route has. */
const NOWHERE = '/404'

/** The origin doesn't matter; only what follows it is read. */
const addressOf = (url: string): URL => new URL(url, 'http://shop.invalid')
