import { afterAll } from 'vitest'
import { type MollieFake, mollieFake } from './mollie-fake.ts'

/** As `mollieFake`, gone after the last test of the file. */
export async function mollieInTests(options: Parameters<typeof mollieFake>[0]): Promise<MollieFake> {
  const fake = await mollieFake(options)
  afterAll(() => fake.close())
  return fake
}
