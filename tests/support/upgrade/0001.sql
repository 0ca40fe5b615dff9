-- A shop as of migration 0001: an event with one paid order of two tickets, one that waits for its transfer, one cancelled.
insert into organization (name, slug, email, description, created_at)
  values ('Old Hall', 'old-hall', 'desk@old-hall.example', 'Sells since the first day', now());
insert into api_key (organization_id, role, description, key_hash, created_at)
  values (1, 'API_CLIENT', 'first key', sha256('the-first-key-of-the-old-hall'), now());
insert into file (digest, content_type, content, created_at) values (repeat('a', 64), 'image/png', '\x89504e47', now());
insert into purchase_context (kind, organization_id, status, languages, title, description, file_digest, time_zone, currency,
    vat_status, vat_percentage, payment_proxies, created_at, updated_at)
  values ('EVENT', 1, 'PUBLIC', '{en}', '{"en": "Old concert"}', '{"en": "As it was"}', repeat('a', 64), 'Europe/Zurich', 'CHF',
    'INCLUDED', 8.1, '{OFFLINE,ON_SITE}', now(), now());
insert into event (id, short_name, format, free_of_charge, location, starts_at, ends_at, seats, secret_key)
  values (1, 'old-concert', 'IN_PERSON', false, 'Old Hall', now() + interval '30 days', now() + interval '31 days', 10, 'a-key-of-old');
insert into ticket_category (event_id, name, price, bounded, inception, expiration)
  values (1, 'Hall', 4000, false, now() - interval '10 days', now() + interval '29 days');
insert into setting (key, value, organization_id) values ('VAT_NR', 'CHE-123.456.788', 1), ('ON_SITE_ENABLED', 'true', 1);
insert into reservation (id, purchase_context_id, status, validity, validated, language, currency, vat_status, vat_percentage,
    source_price, final_price, vat, first_name, last_name, email, payment_method, payment_proxy, created_at, confirmed_at,
    finalized)
  values
    ('11111111-0000-4000-8000-000000000001', 1, 'COMPLETE', now() - interval '8 days', true, 'en', 'CHF', 'INCLUDED', 8.1,
      8000, 8000, 599, 'Ada', 'Lovelace', 'ada@example.org', 'ON_SITE', 'ON_SITE', now() - interval '9 days',
      now() - interval '9 days', true),
    ('11111111-0000-4000-8000-000000000002', 1, 'OFFLINE_PAYMENT', now() + interval '5 days', true, 'en', 'CHF', 'INCLUDED', 8.1,
      4000, 4000, 300, 'Carl', 'Gauss', 'carl@example.org', 'BANK_TRANSFER', 'OFFLINE', now() - interval '1 day', null, false),
    ('11111111-0000-4000-8000-000000000003', 1, 'CANCELLED', now() - interval '8 days', true, 'en', 'CHF', 'INCLUDED', 8.1,
      4000, 4000, 300, 'Emmy', 'Noether', 'emmy@example.org', 'ON_SITE', 'ON_SITE', now() - interval '9 days',
      now() - interval '9 days', true);
insert into ticket (event_id, category_id, status, reservation_id, source_price, final_price, vat, first_name, last_name, email,
    language, reserved_at)
  values
    (1, 1, 'ACQUIRED', '11111111-0000-4000-8000-000000000001', 4000, 4000, 300, 'Ada', 'Lovelace', 'ada@example.org', 'en', now()),
    (1, 1, 'ACQUIRED', '11111111-0000-4000-8000-000000000001', 4000, 4000, 299, 'Alan', 'Turing', 'alan@example.org', 'en', now()),
    (1, 1, 'PENDING', '11111111-0000-4000-8000-000000000002', 4000, 4000, 300, 'Carl', 'Gauss', 'carl@example.org', 'en', now());
insert into ticket (event_id) select 1 from generate_series(1, 7);
insert into payment_transaction (reservation_id, proxy, status, amount, currency, description, created_at)
  values
    ('11111111-0000-4000-8000-000000000001', 'ON_SITE', 'COMPLETE', 8000, 'CHF', 'two tickets', now() - interval '9 days'),
    ('11111111-0000-4000-8000-000000000002', 'OFFLINE', 'PENDING', 4000, 'CHF', 'a ticket', now() - interval '1 day');
insert into mail (checksum, purchase_context_id, reservation_id, recipient, sender_name, subject, text_body, html_body, status,
    next_attempt_at, sent_at, created_at)
  select sha256(id::text::bytea), 1, id, email, 'Old Hall', 'Your order', 'Here it is', '<p>Here it is', 'SENT', now(), now(), now()
  from reservation;
insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
  select created_at, 'RESERVATION_CREATE', 1, id, 'RESERVATION', id::text from reservation;
