import { readFileSync } from 'node:fs'
import { runPgbench } from './pgbench.ts'
const shop = JSON.parse(readFileSync('/tmp/bench-scratch/shop.json','utf8'))
const [slug='b', n='3200', c='32', rounds='1'] = process.argv.slice(2)
for (let i=0;i<Number(rounds);i++) console.log(slug, c, await runPgbench(shop, { slug, reservations: Number(n), seatsEach: 2, connections: Number(c) }))
