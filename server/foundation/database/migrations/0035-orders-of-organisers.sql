-- Orders that an organiser has begun for somebody (docs/decisions/0043-passes-at-the-desk.md).

alter table reservation
  -- What its pages leave out or keep as it is, in the words of the wire; null: nothing.
  add column configuration jsonb,
  -- The organiser's own words about it, which nobody else is told; null: none.
  add column metadata jsonb;
