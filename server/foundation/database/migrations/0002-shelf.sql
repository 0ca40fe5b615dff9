-- What is on the shelf beside seats: extras, codes, discounts, tokens for hidden categories, the waiting list, groups.

-- Supplements and donations of an event (domain rules 3).
create table additional_service (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  type text not null check (type in ('SUPPLEMENT', 'DONATION')),
  supplement_policy text check (supplement_policy in ('MANDATORY_ONE_FOR_TICKET', 'MANDATORY_PERCENTAGE_FOR_TICKET',
    'MANDATORY_PERCENTAGE_RESERVATION', 'OPTIONAL_UNLIMITED_AMOUNT', 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
    'OPTIONAL_MAX_AMOUNT_PER_RESERVATION')),
  title jsonb not null,
  description jsonb not null default '{}',
  -- Minor units; null where the visitor names the amount, or a percentage is charged.
  price bigint check (price >= 0),
  percentage numeric(7, 4) check (percentage >= 0),
  -- Bounds of a percentage fee, minor units.
  min_price bigint check (min_price >= 0),
  max_price bigint check (max_price >= 0),
  -- Null: any number. A limited extra owns one row of additional_service_item a unit.
  available_quantity integer check (available_quantity >= 0),
  max_qty_per_order integer not null check (max_qty_per_order > 0),
  vat_type text not null check (vat_type in ('INHERITED', 'NONE')),
  inception timestamptz not null,
  expiration timestamptz not null,
  ordinal integer not null default 0,
  check (inception < expiration),
  check (percentage is null or price is null)
);
create index additional_service_of_event on additional_service (event_id);

-- What a code takes off; one that opens a hidden category takes off nothing (domain rules 2).
create table promo_code (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  -- Null: for every event of the organisation.
  event_id integer references event on delete cascade,
  code text not null check (code <> ''),
  code_type text not null check (code_type in ('DISCOUNT', 'ACCESS')),
  discount_type text not null check (discount_type in ('PERCENTAGE', 'FIXED_AMOUNT', 'FIXED_AMOUNT_RESERVATION', 'NONE')),
  percentage numeric(7, 4) check (percentage between 0 and 100),
  amount bigint check (amount >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- Tickets, in all reservations together.
  max_usage integer check (max_usage > 0),
  -- Only for these; empty: for all.
  categories integer[] not null default '{}',
  hidden_category_id integer references ticket_category on delete cascade,
  description text not null default '',
  email_reference text,
  created_at timestamptz not null,
  unique nulls not distinct (organization_id, event_id, code),
  check ((code_type = 'ACCESS') = (discount_type = 'NONE')),
  check ((code_type = 'ACCESS') = (hidden_category_id is not null)),
  check ((discount_type = 'PERCENTAGE') = (percentage is not null)),
  check ((discount_type like 'FIXED%') = (amount is not null and currency is not null))
);

-- A discount that nobody types: the organiser's rule finds it for a selection. Never changed once made, but retired.
create table discount_rule (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  minimum_tickets integer not null check (minimum_tickets > 0),
  categories integer[] not null default '{}',
  discount_type text not null check (discount_type in ('PERCENTAGE', 'FIXED_AMOUNT', 'FIXED_AMOUNT_RESERVATION')),
  percentage numeric(7, 4) check (percentage between 0 and 100),
  amount bigint check (amount >= 0),
  -- What the visitor is told, by language; a language left out gets the shop's own words.
  message jsonb not null default '{}',
  ordinal integer not null default 0,
  retired_at timestamptz,
  check ((discount_type = 'PERCENTAGE') = (percentage is not null)),
  check ((discount_type = 'PERCENTAGE') = (amount is null))
);
create index discount_rule_of_event on discount_rule (event_id) where retired_at is null;

-- One ticket of a hidden category each (domain rules 2.5).
create table token (
  id bigint generated always as identity primary key,
  category_id integer not null references ticket_category on delete cascade,
  -- Null while it waits to be generated.
  code text unique,
  status text not null default 'WAITING' check (status in ('WAITING', 'FREE', 'PENDING', 'TAKEN', 'CANCELLED')),
  recipient_name text,
  recipient_email text,
  check ((code is null) = (status = 'WAITING') or status = 'CANCELLED')
);
create index token_of_category on token (category_id, status);

alter table ticket_category add column code text check (code <> '');
create unique index ticket_category_code on ticket_category (event_id, code);

alter table reservation
  add column promo_code_id integer references promo_code,
  add column discount_rule_id integer references discount_rule;
create index reservation_of_promo_code on reservation (promo_code_id) where promo_code_id is not null;

alter table ticket
  add column discount bigint not null default 0,
  -- Its own, where it differs from the reservation's.
  add column vat_status text,
  add column token_id bigint unique references token;

-- One row a unit that somebody has or may have. Units of a limited extra exist before they are sold.
create table additional_service_item (
  id bigint generated always as identity primary key,
  service_id integer not null references additional_service on delete cascade,
  status text not null default 'FREE' check (status in ('FREE', 'PENDING', 'TO_BE_PAID', 'ACQUIRED')),
  reservation_id uuid references reservation,
  -- Whose it is: the buyer may move it to another ticket of the order.
  ticket_id bigint references ticket,
  source_price bigint not null default 0,
  discount bigint not null default 0,
  final_price bigint not null default 0,
  vat bigint not null default 0,
  check ((reservation_id is null) = (status = 'FREE')),
  check (ticket_id is null or reservation_id is not null)
);
create index additional_service_item_free on additional_service_item (service_id, id) where status = 'FREE';
create index additional_service_item_of_reservation on additional_service_item (reservation_id)
  where reservation_id is not null;

-- Who waits for a seat (domain rules 6).
create table waiting_list_entry (
  id bigint generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  kind text not null check (kind in ('SOLD_OUT', 'PRE_SALES')),
  -- Asked for; null: any.
  category_id integer references ticket_category on delete set null,
  first_name text not null,
  last_name text not null,
  email text not null,
  language text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'PENDING', 'ACQUIRED', 'EXPIRED', 'CANCELLED')),
  -- The offer; gone again when it has lapsed.
  reservation_id uuid unique references reservation,
  created_at timestamptz not null
);
create unique index waiting_list_entry_of_person on waiting_list_entry (event_id, lower(email));
create index waiting_list_entry_waiting on waiting_list_entry (event_id, id) where status = 'WAITING';
-- Seats set aside for them before sales begin.
create index ticket_set_aside on ticket (event_id) where status = 'PRE_RESERVED';

-- Allow-lists (domain rules 8). "group" alone is a word of SQL.
create table attendee_group (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  description text not null default '',
  unique (organization_id, name)
);

create table attendee_group_member (
  id bigint generated always as identity primary key,
  group_id integer not null references attendee_group on delete cascade,
  -- An e-mail address, in lower case.
  value text not null check (value = lower(value)),
  unique (group_id, value)
);

create table attendee_group_link (
  id integer generated always as identity primary key,
  group_id integer not null references attendee_group on delete cascade,
  event_id integer not null references event on delete cascade,
  -- Null: the whole event. The link of a category wins.
  category_id integer references ticket_category on delete cascade,
  type text not null check (type in ('ONCE_PER_VALUE', 'LIMITED_QUANTITY', 'UNLIMITED')),
  match_type text not null check (match_type in ('FULL', 'EMAIL_DOMAIN')),
  max_allocation integer check (max_allocation > 0),
  unique nulls not distinct (event_id, category_id),
  check ((type = 'LIMITED_QUANTITY') = (max_allocation is not null))
);

-- A place that a ticket takes; given back with the ticket.
create table attendee_group_place (
  ticket_id bigint primary key references ticket,
  link_id integer not null references attendee_group_link on delete cascade,
  member_id bigint not null references attendee_group_member on delete cascade
);
create index attendee_group_place_of_member on attendee_group_place (link_id, member_id);

-- Texts of the organiser in place of the shop's own. The level is the most specific owner that is set.
create table text_override (
  id integer generated always as identity primary key,
  organization_id integer references organization on delete cascade,
  purchase_context_id integer references purchase_context on delete cascade,
  language text not null,
  key text not null,
  value text not null,
  check (num_nonnulls(organization_id, purchase_context_id) <= 1),
  unique nulls not distinct (organization_id, purchase_context_id, language, key)
);

-- Answers to robot checks that have been used, so that none is good twice.
create table spent_challenge (
  digest bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenge_expiring on spent_challenge (expires_at);

-- Questions to those who are in the room (domain rules 9).
create table poll (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'OPEN', 'CLOSED')),
  title jsonb not null,
  description jsonb not null default '{}',
  -- Only for tickets that carry one of these; empty: for everybody.
  allowed_tags text[] not null default '{}',
  ordinal integer not null default 0
);
create index poll_of_event on poll (event_id);

create table poll_option (
  id integer generated always as identity primary key,
  poll_id integer not null references poll on delete cascade,
  title jsonb not null,
  description jsonb not null default '{}',
  unique (poll_id, id)
);

-- One voice a ticket; only an option of the same poll can be chosen.
create table poll_vote (
  poll_id integer not null references poll on delete cascade,
  ticket_id bigint not null references ticket on delete cascade,
  option_id integer not null,
  primary key (ticket_id, poll_id),
  foreign key (poll_id, option_id) references poll_option (poll_id, id)
);
create index poll_vote_of_option on poll_vote (poll_id, option_id);
