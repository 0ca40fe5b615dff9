-- The shop: who sells (organization), what is sold (purchase_context: an event, or later a pass), the seats, and the
-- reservations that hold them. Money is integer minor units; language maps are jsonb {"en": "..."}; instants are timestamptz.

create table organization (
  id integer generated always as identity primary key,
  name text not null unique,
  slug text unique check (slug ~ '^[a-z0-9][a-z0-9-]*$'),
  email text not null,
  description text not null,
  external_id text,
  created_at timestamptz not null
);

create table api_key (
  id integer generated always as identity primary key,
  organization_id integer references organization on delete cascade,
  role text not null check (role in ('SYSTEM_API_CLIENT', 'API_CLIENT', 'SUPERVISOR', 'OPERATOR', 'SPONSOR')),
  description text not null default '',
  -- SHA-256 of the key: a leaked table opens no door.
  key_hash bytea not null unique,
  enabled boolean not null default true,
  expires_at timestamptz,
  created_at timestamptz not null,
  check ((role = 'SYSTEM_API_CLIENT') = (organization_id is null))
);

create table file (
  -- Lower-case hexadecimal SHA-256 of the bytes; also the address, /file/{digest}.
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  content bytea not null,
  width integer,
  height integer,
  created_at timestamptz not null
);

-- What a reservation is for. One checkout serves every kind.
create table purchase_context (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('EVENT')),
  organization_id integer not null references organization,
  status text not null check (status in ('DRAFT', 'PUBLIC', 'DISABLED')),
  -- Content languages, in the order of the languages the shop ships.
  languages text[] not null check (cardinality(languages) > 0),
  title jsonb not null,
  description jsonb not null,
  short_description jsonb not null default '{}',
  file_digest text references file,
  website_url text,
  terms_url text,
  privacy_url text,
  time_zone text not null,
  currency text check (currency ~ '^[A-Z]{3}$'),
  vat_status text not null check (vat_status in ('NONE', 'INCLUDED', 'NOT_INCLUDED')),
  -- Percent, exact.
  vat_percentage numeric(7, 4) not null default 0 check (vat_percentage >= 0),
  payment_proxies text[] not null default '{}',
  tags text[] not null default '{}',
  -- Counts every change of what is offered; a reservation made from an older offer is decided again.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, kind)
);

create table event (
  id integer primary key,
  kind text not null default 'EVENT' check (kind = 'EVENT'),
  short_name text not null unique,
  format text not null check (format in ('IN_PERSON', 'ONLINE', 'HYBRID')),
  free_of_charge boolean not null,
  location text,
  latitude text,
  longitude text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  seats integer not null check (seats > 0),
  -- Signs ticket codes; never leaves the server.
  secret_key text not null,
  -- [{link, validFrom, validTo}] in event time: where an online event is joined.
  call_links jsonb not null default '[]',
  foreign key (id, kind) references purchase_context (id, kind) on delete cascade,
  check (starts_at < ends_at)
);

create table ticket_category (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  name text not null,
  description jsonb not null default '{}',
  -- Minor units; gross or net as the event's vat_status says.
  price bigint not null check (price >= 0),
  -- A bounded category owns max_tickets seats; an unbounded one draws from the pool.
  bounded boolean not null,
  max_tickets integer not null default 0 check (max_tickets >= 0),
  access_restricted boolean not null default false,
  inception timestamptz not null,
  expiration timestamptz not null,
  access_type text not null default 'INHERIT' check (access_type in ('INHERIT', 'IN_PERSON', 'ONLINE')),
  ordinal integer not null default 0,
  check_in_from timestamptz,
  check_in_to timestamptz,
  valid_from timestamptz,
  valid_to timestamptz,
  unique (event_id, name),
  check (inception < expiration),
  check (bounded = (max_tickets > 0))
);

create table setting (
  id integer generated always as identity primary key,
  key text not null,
  value text not null,
  -- The level is the most specific owner that is set; none of them is the system level.
  organization_id integer references organization on delete cascade,
  purchase_context_id integer references purchase_context on delete cascade,
  category_id integer references ticket_category on delete cascade,
  check (num_nonnulls(organization_id, purchase_context_id, category_id) <= 1),
  unique nulls not distinct (key, organization_id, purchase_context_id, category_id)
);

create table reservation (
  id uuid primary key,
  purchase_context_id integer not null references purchase_context,
  status text not null check (status in ('PENDING', 'IN_PAYMENT', 'EXTERNAL_PROCESSING_PAYMENT',
    'WAITING_EXTERNAL_CONFIRMATION', 'OFFLINE_FINALIZING', 'OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT', 'FINALIZING',
    'COMPLETE', 'STUCK', 'CANCELLED', 'CREDIT_NOTE_ISSUED')),
  -- Until when the seats are held: the end of checkout, or of the wait for a bank transfer.
  validity timestamptz not null,
  -- How much of that is time the buyer asked for.
  extended_minutes integer not null default 0,
  -- The contact and attendee data have been accepted ("validated booking information").
  validated boolean not null default false,
  language text not null,
  currency text,
  vat_status text not null,
  vat_percentage numeric(7, 4) not null,
  source_price bigint not null,
  final_price bigint not null check (final_price >= 0),
  vat bigint not null,
  discount bigint not null default 0,
  first_name text,
  last_name text,
  email text,
  customer_reference text,
  -- Billing data as entered, see domain/reservation/billing.ts.
  billing jsonb not null default '{}',
  invoice_requested boolean not null default false,
  invoice_number text,
  payment_method text,
  payment_proxy text,
  terms_accepted_at timestamptz,
  privacy_accepted_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ready_for_confirmation boolean not null default false,
  finalized boolean not null default false,
  -- When the finalizer tries again, and how often it has.
  finalize_at timestamptz,
  finalize_attempts integer not null default 0
);
create index reservation_expiring on reservation (validity) where status in ('PENDING', 'OFFLINE_PAYMENT');
create index reservation_finalizing on reservation (finalize_at) where status in ('FINALIZING', 'OFFLINE_FINALIZING');
create index reservation_of_context on reservation (purchase_context_id, status);

-- One row a seat. A free row without a category belongs to the pool that all unbounded categories share.
create table ticket (
  id bigint generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  category_id integer references ticket_category,
  status text not null default 'FREE' check (status in ('FREE', 'PENDING', 'TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN',
    'RELEASED', 'PRE_RESERVED', 'INVALIDATED', 'CANCELLED', 'EXPIRED')),
  -- The private id, in the ticket code only; and the public one, in addresses.
  uuid uuid not null default gen_random_uuid() unique,
  public_uuid uuid not null default gen_random_uuid() unique,
  reservation_id uuid references reservation,
  source_price bigint not null default 0,
  final_price bigint not null default 0,
  vat bigint not null default 0,
  first_name text,
  last_name text,
  email text,
  language text,
  -- The holder can no longer be changed.
  locked boolean not null default false,
  reserved_at timestamptz,
  check ((reservation_id is not null) = (status in ('PENDING', 'TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN'))),
  check (reservation_id is null or category_id is not null)
) with (fillfactor = 70);
create index ticket_free on ticket (event_id, (coalesce(category_id, 0)), id) where status = 'FREE';
create index ticket_of_reservation on ticket (reservation_id) where reservation_id is not null;
create index ticket_released on ticket (event_id) where status = 'RELEASED';

create table payment_transaction (
  id bigint generated always as identity primary key,
  reservation_id uuid not null references reservation on delete cascade,
  proxy text not null,
  status text not null check (status in ('PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'INVALID')),
  -- The provider's ids; for a bank transfer "OFFLINE-<epoch ms>" once it has been confirmed.
  gateway_transaction_id text,
  gateway_payment_id text,
  amount bigint not null,
  currency text not null,
  description text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null
);
create unique index payment_transaction_current on payment_transaction (reservation_id) where status in ('PENDING', 'COMPLETE');

create table mail (
  id bigint generated always as identity primary key,
  -- SHA-256 of recipient, subject, text and attachments: the same mail twice is one row, sent again.
  checksum bytea not null,
  purchase_context_id integer references purchase_context on delete cascade,
  reservation_id uuid references reservation on delete set null,
  recipient text not null,
  sender_name text not null,
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- What to attach, made when the mail is sent: [{kind, ...}], see server/documents/mail/attachment.ts.
  attachments jsonb not null default '[]',
  status text not null default 'WAITING' check (status in ('WAITING', 'IN_PROCESS', 'SENT', 'RETRY', 'ERROR')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  unique nulls not distinct (purchase_context_id, checksum)
);
create index mail_due on mail (next_attempt_at) where status in ('WAITING', 'RETRY', 'IN_PROCESS');

-- What happened, kept when the reservation is deleted.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  type text not null,
  purchase_context_id integer,
  reservation_id uuid,
  entity_type text not null,
  entity_id text not null,
  actor text,
  modifications jsonb
);
create index audit_of_reservation on audit (reservation_id);

-- Keys that every process of the shop must share: one row a purpose.
create table secret (
  purpose text primary key,
  value bytea not null
);
