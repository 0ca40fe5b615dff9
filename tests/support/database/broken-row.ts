import type { Pool } from 'pg'

/** Makes every write of a row fail, as if something about it were broken. */
export type BrokenRow = { mend(): Promise<void> }

/** Lets every statement fail that changes or deletes the rows of a table which meet a condition on `old`. */
export async function breakRows(pool: Pool, table: string, condition: string): Promise<BrokenRow> {
  await pool.query(`
    create or replace function broken_row() returns trigger language plpgsql as
    $$ begin raise exception 'this row is broken'; end $$;
    create trigger broken_row before update or delete on ${table} for each row when (${condition})
    execute function broken_row()`)
  return {
    mend: async () => {
      await pool.query(`drop trigger broken_row on ${table}`)
    },
  }
}
