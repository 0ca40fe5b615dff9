import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { type NewTab, type htmlWithMarks, markdownToHtml, markdownToText } from './markdown.ts'
import {
  type HeavyWorker,
  WorkFailed,
  WorkPutOff,
  workForOrganisers,
  workForReaders,
} from '#server/foundation/heavy-work/heavy-worker.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/** Markdown as HTML; `newTab` surrounds the words of links that open a new tab. */
export const MARKDOWN_TO_HTML = heavyTask<typeof htmlWithMarks>(
  new URL('./markdown.ts', import.meta.url),
  'htmlWithMarks',
)
export const MARKDOWN_TO_TEXT = heavyTask<typeof markdownToText>(
  new URL('./markdown.ts', import.meta.url),
  'markdownToText',
)

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
export async function renderAhead(rendering: readonly Rendering[]): Promise<boolean> {
  const missing = rendering.filter(one => !isCheap(one.markdown) && rendered.cached(keyOf(one), []) === undefined)
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

/**
 * Markdown as `renderedHtml` will show it, for the organiser who writes it; null where it can't be rendered within the
 * limits. Rejects with WorkPutOff when it can't be said at the moment.
 */
export async function htmlOfDraft({ markdown, say, owner }: Draft): Promise<string | null> {
  if (isCheap(markdown)) return markdownToHtml(markdown, say)
  return renderOnce({ to: 'html', markdown, say, owner }, workForOrganisers)
}

type Draft = { readonly markdown: string; readonly say: Say; readonly owner: string }

/** Markdown as safe HTML; as escaped text unless it is cheap or `renderAhead` has rendered it. */
export function renderedHtml(markdown: string, say?: Say): string {
  return found({ to: 'html', markdown, ...(say && { say }) }) ?? asWritten(markdown)
}

/** Markdown as readable text; as it is written unless it is cheap or `renderAhead` has rendered it. */
export function renderedText(markdown: string): string {
  return found({ to: 'text', markdown }) ?? markdown
}

function found(rendering: Wording): string | null | undefined {
  const key = keyOf(rendering)
  if (!isCheap(rendering.markdown)) return rendered.cached(key, [])
  return rendered.getAtOnce(key, [], () =>
    rendering.to === 'html' ? markdownToHtml(rendering.markdown, rendering.say) : markdownToText(rendering.markdown),
  )
}

const asWritten = (markdown: string): string => `<p>${escapeHtml(markdown).replaceAll('\n', '<br />')}</p>`

/** Null where the text itself is the reason; whatever else there is rejects, and the next one tries again. */
function renderOnce(rendering: Rendering, worker: HeavyWorker): Promise<string | null> {
  return rendered.get(keyOf(rendering), [], () =>
    render(rendering, worker).catch((error: unknown) => {
      if (error instanceof WorkFailed) return null
      throw error
    }),
  )
}

function isNotPutOff(error: unknown): false {
  if (error instanceof WorkPutOff) return false
  throw error
}

function render(rendering: Rendering, worker: HeavyWorker): Promise<string> {
  const { markdown, owner } = rendering
  return rendering.to === 'text'
    ? worker.run(MARKDOWN_TO_TEXT, markdown, owner)
    : worker.run(MARKDOWN_TO_HTML, { markdown, newTab: aroundLink(rendering.say) }, owner)
}

function keyOf(rendering: Wording): string {
  const newTab = rendering.to === 'html' ? aroundLink(rendering.say) : null
  return [rendering.to, newTab?.before, newTab?.after, rendering.markdown].join('\0')
}

/** Replaces the words of a link; no text that people type has it. */
const WORDS = '\ue000'

function aroundLink(say: Say | undefined): NewTab | null {
  if (!say) return null
  const [before = '', after = ''] = say('foyer.link.new-tab', WORDS).split(WORDS)
  return { before, after }
}

/** What may mean something in Markdown: everything but letters, numbers, a blank and the marks of a sentence. */
const MARK = /[^\p{L}\p{N}\p{M} ,.;'"?…’]| {2,}|www\./giu

/**
 * What 200 characters cost of which each is a mark. A mark may have the parser read the whole text again, and once more
 * within each mark around it, so the cost of a text grows by its length and the square of its marks.
 */
const MOST = 200 * 200 ** 2

/** Each letter of such a word may have the parser look for an address of mail in the rest of it. */
const LONG_WORD = /[!-~]{200}/

/** The square is no bound for texts of any length: each is read a few times over. */
const LONGEST = 10_000

/** Takes a few milliseconds to render at most, so that it is done where it is asked for and needs no thread. */
export function isCheap(markdown: string): boolean {
  if (markdown.length > LONGEST || LONG_WORD.test(markdown)) return false
  const marks = markdown.match(MARK)?.length ?? 0
  return markdown.length * marks ** 2 <= MOST
}
