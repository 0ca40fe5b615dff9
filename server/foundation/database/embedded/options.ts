/**
 * Settings of the embedded PostgreSQL: small (the whole shop wants to stay under 256 MB when idle), durable, and
 * without what one machine has no use for (replication, parallel queries, I/O worker processes).
 */
export const OPTIONS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '64MB',
  effective_cache_size: '256MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '15s',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '4MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Neither the row that broke a rule nor the values of a statement: they are people's.
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
}

/** As arguments of the postgres program; `changes` win over the defaults. */
export function asArguments(changes: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...OPTIONS, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
