import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { missingFeatures } from '../support/browser/browser-features.ts'

const STYLES = globSync('dist/{client,desk}/**/*.css')
const SCRIPTS = globSync('dist/{client,desk}/**/*.js')

/** What the oldest browsers ignore without harm, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  'property accent-color': 'boxes and circles have the colour of the system',
  'property forced-color-adjust': 'Safari has no forced colours',
  'value forced-color-adjust': 'Safari has no forced colours',
  'property outline': 'its corners are square',
  'property resize': 'a text area has a fixed size',
  'property scrollbar-width': 'tickets beside each other have a bar below them',
  'value scrollbar-width': 'tickets beside each other have a bar below them',
  'property text-size-adjust': 'the prefixed property comes before it',
  'property text-wrap': 'lines are less even',
  'property -webkit-tap-highlight-color': 'only Chrome and iOS mark what is touched',
  'selector selection': 'iOS marks selected text in its own colour',
  'value cursor': 'there is no pointer on iOS',
  'value resize: block': 'a text area has a fixed size',
  'value text-wrap': 'lines are less even',
  'at-rule container': 'offers and stubs are drawn as on a narrow page',
  'property container-type': 'offers and stubs are drawn as on a narrow page',
  'value container-type': 'offers and stubs are drawn as on a narrow page',
  'selector has': 'what is chosen is marked by its box or circle',
}

describe('The built pages are made for the oldest browsers that are served', () => {
  test('by styles that every one of them knows, or ignores without harm', () => {
    expect(STYLES).not.toEqual([])
    const missing = STYLES.flatMap(path => missingFeatures(readFileSync(path, 'utf8')))
    const isHarmless = (feature: string) => Object.keys(HARMLESS).some(name => feature.startsWith(name))
    expect(missing.filter(feature => !isHarmless(feature))).toEqual([])
    const idle = Object.keys(HARMLESS).filter(name => !missing.some(feature => feature.startsWith(name)))
    expect(idle, 'nothing needs these any more').toEqual([])
  })

  test('by scripts of ECMAScript 2022, in syntax and in functions', { timeout: 60_000 }, () => {
    expect(SCRIPTS.length).toBeGreaterThan(20)
    expect(newerThan2022(SCRIPTS)).toBe('')
  })

  test('without a pattern that looks behind, which Safari knows since 16.4 only', () => {
    expect(SCRIPTS.filter(path => /\(\?<[=!]/.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})

describe('The check of styles', () => {
  test.each([
    ['a{color:light-dark(red,blue)}', 'function light-dark'],
    ['a{--ink:color-mix(in srgb,red,blue)}', 'function color-mix'],
    ['p:dir(rtl){color:red}', 'selector dir'],
    ['a{overflow:clip}', 'value overflow: clip'],
    ['a{view-transition-class:one}', 'property view-transition-class'],
    ['@starting-style{a{color:red}}', 'at-rule starting-style'],
  ])('finds what an old browser lacks in %s', (style, feature) => {
    expect(missingFeatures(style)).toEqual([expect.stringContaining(feature)])
  })

  test('leaves alone what is asked for by @supports, and what follows a value that every browser knows', () => {
    expect(
      missingFeatures('@supports (color:color-mix(in srgb,red,blue)){a{color:color-mix(in srgb,red,blue)}}'),
    ).toEqual([])
    expect(missingFeatures("a::before{content:'x';content:'x' / ''}")).toEqual([])
    expect(missingFeatures("a::before{content:'x' / ''}")).toEqual([expect.stringContaining('value content: /')])
  })
})

test('the check of scripts finds a function of ECMAScript 2023', { timeout: 60_000 }, () => {
  const path = join(mkdtempSync(join(tmpdir(), 'foyer-script-')), 'newer.js')
  writeFileSync(path, 'export const sorted = list => list.toSorted()')
  expect(newerThan2022([path])).toContain('ArrayToSorted')
})

/** What the check has to say of these scripts; nothing when all is well. */
function newerThan2022(paths: readonly string[]): string {
  const command = [
    'node_modules/es-check/lib/cli/index.js',
    'es2022',
    ...paths,
    '--module',
    '--checkFeatures',
    '--noCache',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}
