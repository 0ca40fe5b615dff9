export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
export const disc = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`
export const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ${more}/>`
export const each = <Item>(items: readonly Item[], draw: (item: Item, index: number) => string) =>
  items.map(draw).join('')
export const ground = (fill: string) => rect(0, 0, 160, 100, fill)

export const peach = '#f0c9a6'
export const sand = '#f6e3cc'
export const rust = '#d9532c'
export const brick = '#a8321a'
export const mustard = '#e6ac3f'
export const slate = '#32434f'
export const ink = '#1f2b33'
export const teal = '#4d7f7c'
export const mist = '#9fb8b2'
export const night = '#1c2740'
export const dusk = '#3a4668'
