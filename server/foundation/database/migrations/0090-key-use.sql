-- When a key was used last, to the minute: one that is used no more can be taken away.
alter table api_key add column used_at timestamptz;
