-- An event may be only announced: without seats and categories, and with a link to where its tickets are sold.
alter table event drop constraint event_seats_check, add constraint event_seats_check check (seats >= 0);
alter table event
  add tickets_url text,
  -- Out of the way at the desk; null where it is not.
  add archived_at timestamptz;
