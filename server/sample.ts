import type { Shop } from './context.ts'

/** Fills an empty shop with the sample events; answers how many. */
export async function loadSample(_shop: Shop): Promise<number> {
  return 0
}
