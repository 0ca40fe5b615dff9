import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { citationsIn, targetsOf } from './citations.ts'
import { type Page, anchorsOf, linksOf, namedPaths, sectionOf } from './links.ts'
import { areaOf, root, shipped } from './source-imports.ts'

/** What cites a rule leads to one in docs/rules/, and what links to a page or names a file leads to one. */

const pageAt = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') })
const pages = globSync(['*.md', '{docs,samples,tools,client,server,domain}/**/*.md'], { cwd: root }).map(pageAt)
const sources = globSync('{server,domain,contract,client,tests,tools}/**/*.{ts,tsx,mjs,sql,css}', { cwd: root })
const cited = [...sources.map(pageAt), ...pages]
  .filter(({ path }) => !path.startsWith('tests/architecture/'))
  .flatMap(({ path, text }) => citationsIn(path, text))

const rules = pages.filter(({ path }) => path.startsWith('docs/rules/'))
const decisions = pages
  .filter(({ path }) => path.startsWith('docs/decisions/'))
  .flatMap(({ text }) => Array.from(text.matchAll(/^## (\d+)\. /gm), ([, number]) => `decisions ${number}`))
const targets = new Set([...rules.flatMap(({ path, text }) => targetsOf(basename(path, '.md'), text)), ...decisions])

describe('citations', () => {
  test('each leads to a section or item of docs/rules', () => {
    const lost = cited.filter(({ targets: cites }) => cites.length === 0 || cites.some(one => !targets.has(one)))
    expect(lost).toEqual([])
  })

  test("a citation of what is not there is found, and so is one that can't be read", () => {
    const found = citationsIn(
      'planted.ts',
      `/** Priced so (domain rules 1.5, 99.1; 13, Q2), and then (domain
        * rules 4.5, rules 5 and 6), in the order of lifecycle A.3.7, Z. See the booking contract, PaymentParameters,
        * and the shop contract (contract, observed). */`,
    )
    expect(found.map(({ targets: cites }) => cites)).toEqual([
      ['pricing-and-stock 1.5', 'pricing-and-stock 99.1', 'pricing-and-stock 13', 'pricing-and-stock 13 Q2'],
      ['pricing-and-stock 4.5', 'pricing-and-stock 4.5 rule 5', 'pricing-and-stock 4.5 rule 6'],
      ['lifecycle-and-payments A.3.7'],
      ['wire Booking PaymentParameters'],
      [],
      [],
    ])
    expect(found.flatMap(({ targets: cites }) => cites.filter(one => !targets.has(one)))).toEqual([
      'pricing-and-stock 99.1',
    ])
  })

  test('this check has seen them all', () => {
    expect(sources.length).toBeGreaterThan(1000)
    expect(cited.length).toBeGreaterThan(350)
    expect(targets.size).toBeGreaterThan(150)
  })
})

const pagesByPath = new Map(pages.map(page => [page.path, page]))
const isThere = (path: string): boolean => existsSync(join(root, path))

/** Links of pages that lead to no file, or to no heading of it. */
function lostLinks(some: readonly Page[]): string[] {
  return some
    .flatMap(linksOf)
    .filter(({ to, anchor }) => {
      const page = pagesByPath.get(to)
      return page && anchor !== '' ? !anchorsOf(page).has(anchor) : !isThere(to)
    })
    .map(({ from, to, anchor }) => `${from} -> ${to}#${anchor}`)
}

/** Files that a page names and that do not exist. */
const lostPaths = (some: readonly Page[]): string[] =>
  some.flatMap(({ path, text }) =>
    namedPaths(text)
      .filter(named => !isThere(named))
      .map(named => `${path} names ${named}`),
  )

/** A migration can't be changed any more: it names a decision by the page that the decision had to itself. */
const decisionOf = (path: string): string =>
  `decisions ${Number(/^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? Number.NaN)}`

describe('pages of the documentation', () => {
  test('each link leads to a file and a heading in it', () => {
    expect(lostLinks(pages)).toEqual([])
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(80)
  })

  test('each file of ours that a page names is there', () => {
    expect(lostPaths(pages)).toEqual([])
    expect(pages.flatMap(({ text }) => namedPaths(text)).length).toBeGreaterThan(80)
  })

  test('each page that the code names is there', () => {
    const named = sources
      .filter(path => !path.startsWith('tests/architecture/'))
      .flatMap(path => pageAt(path).text.match(/\bdocs\/[\w/-]+\.md\b/g) ?? [])
    expect(named.filter(path => !isThere(path) && !targets.has(decisionOf(path)))).toEqual([])
    expect(named.length).toBeGreaterThan(8)
  })

  test('a link to nowhere is found, and so is a file that is not there', () => {
    const text = 'See [tests](testing.md#no-such-heading), [rules](rules/none.md), and `server/documents/mail/`.'
    const planted = [{ path: 'docs/planted.md', text }]
    expect(lostLinks(planted)).toEqual([
      'docs/planted.md -> docs/testing.md#no-such-heading',
      'docs/planted.md -> docs/rules/none.md#',
    ])
    expect(lostPaths(planted)).toEqual(['docs/planted.md names server/documents/mail/'])
  })
})

/** What a newcomer asks; README leads to a section, and that to the files. */
const QUESTIONS = [
  'Where is the price computed?',
  'What happens on Pay?',
  'Which statuses hold seats?',
  'How is a mail sent?',
  ...['setting', 'call', 'page', 'mail', 'payment provider', 'database column', 'language', 'job'].map(
    thing => `How do I add a ${thing}?`,
  ),
  'Where is a refund decided?',
  'What moves a payment?',
  "Which file handles Mollie's webhook?",
  'Where is the mail about a refund?',
  'What does the door share with the shop?',
  'What sells at the door?',
]

/** Where the row of a question leads, and the files that are named there. */
function twoSteps(question: string, { path, text }: Page): { readonly to: string; readonly files: readonly string[] } {
  const row = text.split('\n').find(line => line.startsWith(`| ${question} |`)) ?? ''
  const [link] = linksOf({ path, text: row })
  const page = link && pagesByPath.get(link.to)
  const section = page ? sectionOf(page, link.anchor) : ''
  return { to: link ? `${link.to}#${link.anchor}` : 'nowhere', files: namedPaths(section).filter(isThere) }
}

describe('what newcomers ask', () => {
  const readme = pageAt('README.md')

  test.each(QUESTIONS)('%s', question => {
    const { to, files } = twoSteps(question, readme)
    expect([to, files.length > 0]).toEqual([to, true])
  })

  test('there are eighteen, and a link that leads nowhere answers none', () => {
    expect(QUESTIONS).toHaveLength(18)
    const planted = {
      path: 'README.md',
      text: '| What happens on Pay? | [Pay](docs/walkthroughs/pay.md#no-such-heading) |',
    }
    expect(twoSteps('What happens on Pay?', planted).files).toEqual([])
    expect(twoSteps('How is a mail sent?', planted)).toEqual({ to: 'nowhere', files: [] })
  })
})

test('the page of the architecture has a row for each area of the server', () => {
  const rows = sectionOf(pageAt('docs/architecture.md'), 'the-areas').matchAll(/^\| \[`(\w+)`\]/gm)
  const areas = new Set(shipped.flatMap(({ from }) => areaOf(from) ?? []))
  expect(Array.from(rows, ([, area = '']) => area).toSorted()).toEqual([...areas].toSorted())
})

test('the glossary states of every status of a reservation whether it holds seats', () => {
  const table = sectionOf(pageAt('docs/glossary.md'), 'statuses-of-a-reservation')
  const rows = [...table.matchAll(/^\| ([A-Z_, ]+) \|.*\| (?:yes|no)[^|]*\|$/gm)]
  const listed = rows.flatMap(([, statuses = '']) => statuses.split(', '))
  expect(listed.toSorted()).toEqual(RESERVATION_STATUSES.toSorted())
})
