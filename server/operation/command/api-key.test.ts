import { expect, test } from 'vitest'
import { listOrganizations, listOwnEvents } from '#contract/organiser.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { apiKeyCommand } from './api-key.ts'
import { Refusal } from './command.ts'

const { shop, url, apiKey: systemKey, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const apiKeys = async (...args: readonly string[]) => (await run(apiKeyCommand, ...args)).lines
const { organizationId } = await anOrganiser(url, systemKey)

const makeKey = async (...args: readonly string[]) =>
  (await apiKeys('create', '--organization', 'alpine-systems', ...args)).at(-1) ?? ''

const statusOf = async (call: typeof listOwnEvents | typeof listOrganizations, key: string): Promise<number> =>
  (await aBuyer(url, { authorization: `ApiKey ${key}` }).ask(call, {})).status

async function rows(): Promise<string[]> {
  return (await apiKeys('list')).map(line => line.replaceAll(/ {2,}/g, ' | '))
}

test('a key is shown once: it opens the calls of its organisation, and only its digest is stored', async () => {
  const lines = await apiKeys('create', '--organization', 'Alpine Systems', '--description', 'Box office')
  expect(lines).toEqual(['The new key, shown this once:', expect.stringMatching(/^[\w-]{43}$/)])
  const key = lines[1] ?? ''
  expect(await statusOf(listOwnEvents, key)).toBe(200)
  expect(await statusOf(listOrganizations, key)).toBe(403)
  expect((await apiKeys('list')).join('\n')).not.toContain(key)
  const stored = await shop.db.kysely
    .selectFrom('api_key')
    .selectAll()
    .where('description', '=', 'Box office')
    .execute()
  expect(stored).toMatchObject([{ role: 'API_CLIENT', organization_id: organizationId, enabled: true }])
  expect(JSON.stringify(stored)).not.toContain(key)
})

test('a key of another role is made by naming the role', async () => {
  await makeKey('--role', 'OPERATOR', '--description', 'Front door')
  expect(await rows()).toContainEqual(
    expect.stringMatching(/^\d+ \| OPERATOR \| enabled \| Alpine Systems \| Front door$/),
  )
})

test('a disabled key opens nothing, and the list says so', async () => {
  const key = await makeKey('--description', 'Side door')
  expect(await statusOf(listOwnEvents, key)).toBe(200)
  const id = (await rows()).find(row => row.endsWith('| Side door'))?.split(' ')[0] ?? ''
  expect(await rows()).toContain(`${id} | API_CLIENT | enabled | Alpine Systems | Side door`)
  expect(await apiKeys('disable', id)).toEqual([`Key ${id} opens nothing any more.`])
  expect(await rows()).toContain(`${id} | API_CLIENT | disabled | Alpine Systems | Side door`)
  expect(await statusOf(listOwnEvents, key)).toBe(403)
})

test('the key of the shop itself is not disabled', async () => {
  const id = (await rows()).find(row => row.includes('SYSTEM_API_CLIENT'))?.split(' ')[0] ?? ''
  await expect(apiKeys('disable', id)).rejects.toThrow(
    new Refusal(`Key ${id} is that of the shop itself: api-key rotate-system replaces it.`),
  )
  expect(await statusOf(listOrganizations, systemKey)).toBe(200)
})

test('the key of the shop is replaced by a new one, and others stay', async () => {
  const other = await makeKey()
  expect(await statusOf(listOrganizations, systemKey)).toBe(200)
  const [, newKey = ''] = await apiKeys('rotate-system')
  expect(await statusOf(listOrganizations, systemKey)).toBe(403)
  expect(await statusOf(listOrganizations, newKey)).toBe(200)
  expect(await statusOf(listOwnEvents, other)).toBe(200)
  expect((await rows()).filter(row => row.includes('SYSTEM_API_CLIENT'))).toEqual([
    expect.stringMatching(/^\d+ \| SYSTEM_API_CLIENT \| enabled \| the shop \| the shop itself$/),
  ])
})

test('a key of the shop that comes from the environment is changed there', async () => {
  const configured = await commandLine(databaseUrl, { FOYER_API_KEY: 'twenty-characters-at-least' })
  await expect(configured(apiKeyCommand, 'rotate-system')).rejects.toThrow(
    new Refusal('The key of the shop comes from FOYER_API_KEY: change it there and start the shop again.'),
  )
})

test.each([
  [[], 'Say: api-key list, create, disable or rotate-system.'],
  [['delete', '1'], 'Say: api-key list, create, disable or rotate-system.'],
  [['list', 'disabled'], 'Say: api-key list.'],
  [['disable', '1', '2'], 'Say: api-key disable <id>.'],
  [['rotate-system', 'now'], 'Say: api-key rotate-system.'],
  [['create'], 'Say whose key it is: --organization <slug, name or id>.'],
  [['create', '--organization', 'nobody'], 'There is no organisation "nobody".'],
  [
    ['create', '--organization', 'alpine-systems', '--role', 'SYSTEM_API_CLIENT'],
    'A role is one of API_CLIENT, SUPERVISOR, OPERATOR, SPONSOR.',
  ],
  [
    ['create', '--organization', 'alpine-systems', '--role', 'operator'],
    'A role is one of API_CLIENT, SUPERVISOR, OPERATOR, SPONSOR.',
  ],
  [['disable'], 'There is no key "": see api-key list.'],
  [['disable', '1 or 1=1'], 'There is no key "1 or 1=1": see api-key list.'],
  [['disable', '99999'], 'There is no key "99999": see api-key list.'],
])('api-key %j is refused and changes nothing', async (args, sentence) => {
  const before = await rows()
  await expect(apiKeys(...args)).rejects.toThrow(new Refusal(sentence))
  expect(await rows()).toEqual(before)
})
