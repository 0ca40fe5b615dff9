-- What organisers ask attendees, and what the register of VAT numbers has answered.

-- A question to each attendee, or about each item of an extra.
create table additional_field (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  -- Under which its answers travel.
  name text not null check (name ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]*$'),
  type text not null check (type in ('TEXT', 'PHONE', 'VAT_NUMBER', 'DATE_OF_BIRTH', 'LONG_TEXT', 'COUNTRY', 'SELECT',
    'CHECKBOX', 'RADIO')),
  required boolean not null,
  -- An answer can be changed once the ticket is sold.
  editable boolean not null,
  -- Characters; of a date of birth, years of age.
  minimum integer check (minimum >= 0),
  maximum integer check (maximum >= 0),
  -- [{value, isEnabled, labels: {"en": "..."}}]
  options jsonb not null default '[]',
  label jsonb not null,
  placeholder jsonb not null default '{}',
  -- Only for these; empty: for all.
  categories integer[] not null default '{}',
  -- Asked for each item of this extra; null: of each attendee.
  service_id integer references additional_service on delete set null,
  shown_at_check_in boolean not null default false,
  -- Below zero: asked before name and e-mail.
  ordinal integer not null,
  unique (event_id, name),
  check (minimum <= maximum)
);

-- An answer: of a ticket, or of an item of an extra.
create table field_value (
  id bigint generated always as identity primary key,
  field_id integer not null references additional_field on delete cascade,
  ticket_id bigint references ticket on delete cascade,
  item_id bigint references additional_service_item on delete cascade,
  -- As it was typed; of several boxes a JSON list of those that are ticked.
  value text not null check (value <> ''),
  unique nulls not distinct (field_id, ticket_id, item_id),
  check (num_nonnulls(ticket_id, item_id) = 1)
);
create index field_value_of_ticket on field_value (ticket_id) where ticket_id is not null;
create index field_value_of_item on field_value (item_id) where item_id is not null;

-- Remembered for a short time, so that a form that is sent again does not ask again.
create table vat_number_check (
  country text not null,
  number text not null,
  is_valid boolean not null,
  checked_at timestamptz not null,
  primary key (country, number)
);
create index vat_number_check_by_age on vat_number_check (checked_at);
