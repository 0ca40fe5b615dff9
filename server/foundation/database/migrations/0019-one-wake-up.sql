-- When the next interval of each job begins (decision 30). Written every few seconds and worth nothing after a crash: a
-- job without a row gets one.
create unlogged table job_run (
  name text primary key,
  next_at timestamptz not null
);

-- Queues of former versions. What was due stands in the tables of the shop.
drop schema if exists pgboss cascade;
