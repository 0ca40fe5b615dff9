import { type HeavyWorker, workForOrganisers, workForReaders } from '#server/foundation/heavy-work/heavy-worker.ts'
import { WorkFailed, WorkPutOff } from '#server/foundation/heavy-work/work-failure.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'
import { escapeHtml } from '#domain/foundation/text/escape-html.ts'
import type { NewTab } from './html-with-marks.ts'
import { isCheap } from './is-cheap.ts'
import { MARKDOWN_TO_HTML, MARKDOWN_TO_TEXT } from './markdown-tasks.ts'
import { markdownToHtml, markdownToText } from './markdown.ts'
import type { Say } from '#server/foundation/language/say.ts'

/** What is rendered: Markdown, and into what. */
type Wording =
  | { readonly to: 'html'; readonly markdown: string; readonly say?: Say }
  | { readonly to: 'text'; readonly markdown: string }

/** The owner takes turns with others (server/foundation/heavy-work). */
export type Rendering = Wording & { readonly owner: string }

/** How long a reader waits for texts that are rendered for the first time. */
const PATIENCE_MS = 2_000

/** Null: it can't be rendered within the limits of server/foundation/heavy-work. What the machine kept from being rendered is not kept. */
const rendered = madeMemory<string | null>({
  maxBytes: 32 * 1024 * 1024,
  weigh: text => bytesOf(text ?? ''),
})

/**
 * Renders texts beside the thread that serves, each of them once, so that `renderedHtml` and `renderedText` have them.
 * Answers after two seconds at the latest, and then false: what is not rendered by then shows as it is written meanwhile.
 */
export async function renderAhead(asked: readonly Rendering[]): Promise<boolean> {
  const missing = asked.filter(one => !isCheap(one.markdown) && rendered.known(keyOf(one), []) === undefined)
  if (missing.length === 0) return true
  const patience = Promise.withResolvers<false>()
  const timer = setTimeout(() => patience.resolve(false), PATIENCE_MS)
  const each = missing.map(one => renderOnce(one, workForReaders).then(() => true, isNotPutOff))
  const all = Promise.all(each).then(done => done.every(isDone => isDone))
  return Promise.race([all, patience.promise]).finally(() => clearTimeout(timer))
}

/**
 * Can this text be rendered within the limits? For the organiser who saves it. Rejects with WorkPutOff when it can't be
 * said at the moment.
 */
export async function isRenderable(markdown: string, owner: string): Promise<boolean> {
  return isCheap(markdown) || (await renderOnce({ to: 'html', markdown, owner }, workForOrganisers)) !== null
}

/** Markdown as safe HTML; as escaped text unless it is cheap or `renderAhead` has rendered it. */
export function renderedHtml(markdown: string, say?: Say): string {
  return found({ to: 'html', markdown, ...(say && { say }) }) ?? asWritten(markdown)
}

/** Markdown as readable text; as it is written unless it is cheap or `renderAhead` has rendered it. */
export function renderedText(markdown: string): string {
  return found({ to: 'text', markdown }) ?? markdown
}

function found(asked: Wording): string | null | undefined {
  const key = keyOf(asked)
  if (!isCheap(asked.markdown)) return rendered.known(key, [])
  return rendered.getAtOnce(key, [], () =>
    asked.to === 'html' ? markdownToHtml(asked.markdown, asked.say) : markdownToText(asked.markdown),
  )
}

const asWritten = (markdown: string): string => `<p>${escapeHtml(markdown).replaceAll('\n', '<br />')}</p>`

/** Null where the text itself is the reason; whatever else there is rejects, and the next one tries again. */
function renderOnce(asked: Rendering, worker: HeavyWorker): Promise<string | null> {
  return rendered.get(keyOf(asked), [], () =>
    render(asked, worker).catch((error: unknown) => {
      if (error instanceof WorkFailed) return null
      throw error
    }),
  )
}

function isNotPutOff(error: unknown): false {
  if (error instanceof WorkPutOff) return false
  throw error
}

function render(asked: Rendering, worker: HeavyWorker): Promise<string> {
  const { markdown, owner } = asked
  return asked.to === 'text'
    ? worker.run(MARKDOWN_TO_TEXT, markdown, owner)
    : worker.run(MARKDOWN_TO_HTML, { markdown, newTab: aroundLink(asked.say) }, owner)
}

function keyOf(asked: Wording): string {
  const newTab = asked.to === 'html' ? aroundLink(asked.say) : null
  return [asked.to, newTab?.before, newTab?.after, asked.markdown].join('\0')
}

/** Replaces the words of a link; no text that people type has it. */
const WORDS = '\ue000'

function aroundLink(say: Say | undefined): NewTab | null {
  if (!say) return null
  const [before = '', after = ''] = say('foyer.link.new-tab', WORDS).split(WORDS)
  return { before, after }
}
