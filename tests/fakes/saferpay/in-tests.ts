import { afterAll } from 'vitest'
import { type SaferpayFake, saferpayFake } from './saferpay-fake.ts'

/** As `saferpayFake`, gone after the last test of the file. */
export async function saferpayInTests(options: Parameters<typeof saferpayFake>[0]): Promise<SaferpayFake> {
  const fake = await saferpayFake(options)
  afterAll(() => fake.close())
  return fake
}
