-- The picture of a map for each event that has a place, as the provider of the operator draws it (docs/decisions/0066-map-image.md).

create table map_image (
  event_id integer primary key references event on delete cascade,
  -- What the picture was fetched for; where the event is elsewhere now, it is not shown.
  latitude text not null,
  longitude text not null,
  -- Lower-case hexadecimal SHA-256 of the address template.
  template_digest text not null,
  -- Null until a picture came.
  file_digest text references file,
  -- When it is fetched, or fetched again; while a process fetches it, the moment from which another one may.
  next_at timestamptz not null
);

create trigger offer_insert after insert on map_image referencing new table as changed
  for each statement execute function note_offer_change('event_id');
create trigger offer_update after update on map_image referencing new table as changed
  for each statement execute function note_offer_change('event_id');
create trigger offer_delete after delete on map_image referencing old table as changed
  for each statement execute function note_offer_change('event_id');
