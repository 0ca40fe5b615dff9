import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { connectionPool } from '#server/database/connect.ts'
import { database } from '#server/database/database.ts'
import { loadOffer } from '#server/catalog/store.ts'
import { firstLook } from '#server/reservation/hold-seats.ts'
import { priceItem, priceOrder } from '#domain/pricing/price-order.ts'
const s = JSON.parse(readFileSync('/tmp/bench-scratch/shop.json','utf8'))
const slug = process.argv[2] ?? 'a', n = Number(process.argv[3] ?? 200), mode = process.argv[4] ?? 'auto'
const pool = connectionPool({ host: s.database.sockets, port: 5432, user: 'foyer', password: s.password, database: 'foyer' }, 1)
const offer = (await loadOffer(database(pool), slug))!
const { event, categories: [category] } = offer
const now = Date.now() as never
const q = () => firstLook({ id: randomUUID() as never, event, language: 'en' as never, lines: [{ category, quantity: 2, unit: priceItem(category.price, event.tax) }], price: priceOrder([{ unit: category.price, quantity: 2 }], event.tax), now, validity: (now + 1500000) as never })
const c = await pool.connect()
await c.query(`set plan_cache_mode = ${mode === 'auto' ? 'auto' : mode}`)
const times: number[] = []
for (let i = 0; i < n; i++) { const { text, values } = q(); const t = performance.now(); await c.query({ name: 'x', text, values: [...values] }); times.push(performance.now() - t) }
console.log('first 8', times.slice(0, 8).map(t => t.toFixed(2)).join(' '), 'median', times.toSorted((a, b) => a - b)[n >> 1]!.toFixed(2), 'last', times.at(-1)!.toFixed(2))
if (process.argv[5]) {
  const { text, values } = q()
  const lit = (v: unknown): string => Array.isArray(v) ? `'{${v.join(',')}}'` : v instanceof Date ? `'${v.toISOString()}'` : `'${v}'`
  await c.query(`prepare y as ${text}`)
  const call = () => `execute y(${q().values.map(lit).join(',')})`
  for (let i = 0; i < 6; i++) await c.query(call())
  const { rows } = await c.query(`explain (analyze, buffers, costs) ${call()}`)
  console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n'))
}
c.release(); await pool.end()
