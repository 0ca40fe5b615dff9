-- Links to an event with names of their own, so that its figures tell by which of them people came (decision 115).
create table event_link (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  name text not null,
  -- Filled in on the page of the event.
  code text,
  created_at timestamptz not null,
  unique (event_id, name)
);

-- How often the page of an event was seen and an order begun, by day of its calendar and by channel: the name of a link, `embed.` and the
-- host of a page that embeds the shop, or '' for any other way. No visitor is in it.
create table event_visit_day (
  event_id integer not null references event on delete cascade,
  day date not null,
  channel text not null,
  views integer not null default 0,
  begun integer not null default 0,
  primary key (event_id, day, channel)
);

-- By which channel the buyer came, as their browser stated it.
alter table reservation add channel text;
