-- What people ask before they decide; texts are language to text.
alter table event
  add doors_at timestamptz,
  add refunds text check (refunds in ('NONE', 'UNTIL')),
  add refunded_until timestamptz,
  add refund_text jsonb not null default '{}',
  add access_features text[] not null default '{}',
  add accessibility jsonb not null default '{}',
  add bring jsonb not null default '{}',
  add constraint event_refunds check ((refunds is not distinct from 'UNTIL') = (refunded_until is not null));
