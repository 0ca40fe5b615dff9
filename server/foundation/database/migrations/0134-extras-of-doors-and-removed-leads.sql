-- Which extras a door sells with its tickets; null: all that are on sale (decision 132).
alter table door_key add column sell_extra_ids integer[];

-- When a sponsor removed a person from its list. The row stays, without its note, so that a scan from before does not add the person
-- again (decision 132).
alter table sponsor_scan add column removed_at timestamptz;
