-- How often an address has asked for what is limited, in its running minute: one count for all processes. Nothing is lost
-- when it is: unlogged, it costs no write-ahead log and is empty after a crash.
create unlogged table request_count (
  -- A digest of what is limited and who asks.
  name text primary key,
  ends_at timestamptz not null,
  taken integer not null
);
create index request_count_by_end on request_count (ends_at);
