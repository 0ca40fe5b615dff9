import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { PICTURE_WIDTHS, pictureAddress } from '#domain/foundation/picture-width.ts'
import { cloneDatabase, connectionTo, newDatabaseName, urlOf } from '../database/postgresql.ts'
import { TEST_SECRET_KEY } from '../database/test-sealing.ts'
import { FROM_SOURCES, startShopProcess } from '../shop/shop-process.ts'
import { prepared } from './global-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that has the sample events already, for shops of the journeys. */
    readonly sampled: string
  }
}

/** As for every project; and a second database to clone, with the sample, which takes as long as a shop takes to start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, template, close } = await prepared(project)
  project.provide('sampled', await createSampledDatabase(connection, template))
  return close
}

async function createSampledDatabase(server: ClientConfig, template: string): Promise<string> {
  const name = newDatabaseName(process.pid)
  await cloneDatabase(server, template, name)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-sample-'))
  const environment = {
    DATABASE_URL: urlOf(connectionTo(server, name)),
    FOYER_DATA: folder,
    FOYER_MODE: 'development',
    FOYER_SAMPLE: 'yes',
    FOYER_SECRET_KEY: TEST_SECRET_KEY,
  }
  // All others start the bundle: this one shows in every run that the sources start, too.
  const shop = await startShopProcess(environment, [], FROM_SOURCES)
  await scalePictures(server, name, shop.url)
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
  return name
}

/** In every width, so that not each shop of a journey has to. */
async function scalePictures(server: ClientConfig, name: string, shopUrl: string): Promise<void> {
  const client = new Client(connectionTo(server, name))
  await client.connect()
  const { rows } = await client.query<{ digest: string }>('select digest from file')
  await client.end()
  const addresses = rows.flatMap(({ digest }) => PICTURE_WIDTHS.map(width => shopUrl + pictureAddress(digest, width)))
  await Promise.all(addresses.map(async address => (await fetch(address)).arrayBuffer()))
}
