/** BENCH_SHORT has every bench do everything once, in about a second: does it still run? Its figures mean nothing. */
export const isShort = process.env['BENCH_SHORT'] !== undefined

/** How much a bench does: as much as its figures need, or as little as shows that it runs. */
export const scaled = (usual: number, short: number): number => (isShort ? short : usual)
