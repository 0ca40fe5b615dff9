import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { files, imports, root } from './source-imports.ts'

/** A provider is known by its folders, the registries and the list of the domain; all other code asks the ports. */

const OWN =
  /^((server\/providers|client\/shop\/payment\/methods)\/|domain\/catalog\/payment-method\/payment-method\.ts$)/
/** Quoted as proxies are, or recognised by their name; settings with these names are read in the providers' folders. */
const QUOTED = /['"`](OFFLINE|ON_SITE|ADMIN|STRIPE|PAYPAL|MOLLIE|SAFERPAY)\b(?!_)/
const PROVIDER_NAME = /stripe|paypal|mollie|saferpay/i

const isShipped = (file: string): boolean =>
  /^(server|domain|client)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file) && !OWN.test(file)

const linesWithNames = (text: string): string[] =>
  withoutComments(text).filter(line => QUOTED.test(line) || PROVIDER_NAME.test(line))

function withoutComments(text: string): string[] {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map(line => line.replace(/(^|\s)\/\/.*$/, ''))
}

test('no provider is named outside of its folder, the registry and the list of the domain', () => {
  const found = files
    .filter(isShipped)
    .flatMap(file => linesWithNames(readFileSync(join(root, file), 'utf8')).map(line => `${file}: ${line.trim()}`))
  expect(found).toEqual([])
})

test('only the list of the modules knows the folder of a provider', () => {
  const isInFolder = /^server\/providers\/(?!port\/|registry\/)([^/]+)\//
  const strangers = imports.filter(({ from, to }) => {
    const [, folder] = isInFolder.exec(to) ?? []
    const isOwn = folder === isInFolder.exec(from)?.[1] || from === 'server/providers/registry/modules.ts'
    return folder !== undefined && !isOwn
  })
  expect(strangers).toEqual([])
})

test('a name is found where it is quoted, and in an identifier, not in a comment or in a longer word', () => {
  const planted = ["proxy === 'ON_SITE'", "where proxy = 'OFFLINE'", 'const stripeKey = 1']
  expect(planted.flatMap(linesWithNames)).toEqual(planted)
  expect(
    ["'OFFLINE_PAYMENT'", "flag('ON_SITE_ENABLED')", "// 'ADMIN'", '/** Stripe */'].flatMap(linesWithNames),
  ).toEqual([])
})
