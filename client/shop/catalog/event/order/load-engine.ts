import type { Engine } from './engine.ts'

/** Fetches the bundle, once; one that failed is tried again. */
export async function loadEngine(): Promise<Engine> {
  const { engine } = await import('./engine.ts')
  return engine
}
