import { dirname, join, normalize } from 'node:path'

/** Where the pages of the documentation lead: links, with the heading they mean, and the files they name. */

export type Page = { readonly path: string; readonly text: string }
export type Link = { readonly from: string; readonly label: string; readonly to: string; readonly anchor: string }

const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```/gm, '')

/** Relative links; those of the web lead where we can't look. */
export function linksOf({ path, text }: Page): Link[] {
  return Array.from(withoutCode(text).matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g), ([, label = '', target = '']) => {
    const [to = '', anchor = ''] = target.split('#')
    return { from: path, label, to: to === '' ? path : normalize(join(dirname(path), to)), anchor, target }
  }).filter(({ target }) => !/^[a-z]+:/.test(target))
}

/** The names by which headings are linked to. */
export function anchorsOf({ text }: Page): Set<string> {
  return new Set(Array.from(withoutCode(text).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => anchorOf(heading)))
}

export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** `server/payment/pay/pay.ts` and `server/payment/pay/` in a text: files and folders of ours, as they are called from the root. */
export function namedPaths(text: string): string[] {
  const named = text.matchAll(
    /`((?:domain|contract|server|client|tests|tools|docs|translations|samples)\/[\w./-]*(?:\/|\.\w+))`/g,
  )
  return Array.from(named, ([, path = '']) => path)
}

/** The part of a page below a heading, as far as the next one of its height; the whole page where no heading is meant. */
export function sectionOf(page: Page, anchor: string): string {
  if (anchor === '') return page.text
  const lines = page.text.split('\n')
  const start = lines.findIndex(line => /^#+ /.test(line) && anchorOf(line.replace(/^#+ /, '')) === anchor)
  const height = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0
  const end = lines.findIndex((line, index) => index > start && (/^(#+) /.exec(line)?.[1]?.length ?? 9) <= height)
  return start < 0 ? '' : lines.slice(start, end < 0 ? undefined : end).join('\n')
}
