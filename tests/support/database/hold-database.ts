import { openDatabase } from '#server/foundation/database/connect.ts'

/** A process that holds the embedded database until it is killed: `node hold-database.ts <data folder>`. */

const { pool } = await openDatabase({ databaseUrl: undefined, dataFolder: process.argv[2] ?? '' })
await pool.query('create table if not exists kept (note text)')
await pool.query(`insert into kept values ('written by ${process.pid}')`)
console.log('holding')
setInterval(() => {}, 1000)
