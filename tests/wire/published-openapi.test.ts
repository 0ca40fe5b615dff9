import { expect, test } from 'vitest'
import { openApiPath } from '#contract/paths.ts'
import { testShop } from '../support/shop/test-shop.ts'
import { documentOfContract, openApiDocument } from './served-document.ts'

const { url } = await testShop()
const published = openApiDocument(await (await fetch(url + openApiPath)).json())
const described = await documentOfContract()

/** Pages are served by one handler for all addresses, not by routes. */
const PAGES = ['/', '/event/{shortName}']

const operations = ({ paths }: typeof described): string[] =>
  Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map(method => `${method.toUpperCase()} ${path}`))
    .toSorted()

test('the published document names every call of the contract that is a route, and no other', () => {
  const pages = PAGES.map(path => `GET ${path}`)
  expect(operations(published)).toEqual(operations(described).filter(title => !pages.includes(title)))
  expect(operations(published).length).toBeGreaterThan(45)
})

test('each published call is described as the contract describes it', () => {
  for (const [path, item] of Object.entries(published.paths))
    expect({ [path]: item }).toEqual({ [path]: described.paths[path] })
})
