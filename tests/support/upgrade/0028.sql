-- What migrations 0010 to 0028 have brought: payments of providers with refund and dispute, passes that were bought.
insert into reservation (id, purchase_context_id, status, validity, validated, language, currency, vat_status, vat_percentage,
    source_price, final_price, vat, first_name, last_name, email, payment_method, payment_proxy, created_at, confirmed_at,
    finalized)
  values ('11111111-0000-4000-8000-000000000004', 1, 'COMPLETE', now(), true, 'en', 'CHF', 'INCLUDED', 8.1, 4000, 4000, 300,
    'Lise', 'Meitner', 'lise@example.org', 'CREDIT_CARD', 'STRIPE', now(), now(), true);
update ticket set status = 'ACQUIRED', category_id = 1, reservation_id = '11111111-0000-4000-8000-000000000004', source_price = 4000,
    final_price = 4000, vat = 300, first_name = 'Lise', last_name = 'Meitner', email = 'lise@example.org', language = 'en'
  where id = 4;
insert into payment_transaction (reservation_id, order_id, purchase_context_id, proxy, status, gateway_payment_id, reference, amount,
    currency, description, method, created_at)
  values ('11111111-0000-4000-8000-000000000004', '11111111-0000-4000-8000-000000000004', 1, 'STRIPE', 'COMPLETE', 'pi_old',
    'pi_old', 4000, 'CHF', 'a ticket', 'CREDIT_CARD', now());
insert into payment_refund (transaction_id, amount, origin, status, wanted_at, ended_at)
  select id, 1000, 'ORGANISER', 'DONE', now(), now() from payment_transaction where reference = 'pi_old';
insert into payment_dispute (transaction_id, reference, amount, status, opened_at)
  select id, 'dp_old', 4000, 'WON', now() from payment_transaction where reference = 'pi_old';
insert into purchase_context (kind, organization_id, status, languages, title, description, time_zone, currency, vat_status,
    vat_percentage, payment_proxies, created_at, updated_at)
  values ('PASS', 1, 'PUBLIC', '{en}', '{"en": "Season"}', '{"en": "All concerts"}', 'Europe/Zurich', 'CHF', 'INCLUDED', 8.1,
    '{ON_SITE}', now(), now());
insert into pass (id, price, on_sale_from, usage_type, max_entries, validity_type)
  values (2, 16000, now() - interval '10 days', 'ONCE_PER_EVENT', 5, 'NOT_SET');
insert into event_pass (event_id, pass_id) values (1, 2);
insert into reservation (id, purchase_context_id, status, validity, validated, language, currency, vat_status, vat_percentage,
    source_price, final_price, vat, first_name, last_name, email, payment_method, payment_proxy, created_at, confirmed_at,
    finalized)
  values ('11111111-0000-4000-8000-000000000005', 2, 'COMPLETE', now(), true, 'en', 'CHF', 'INCLUDED', 8.1, 16000, 16000, 1199,
    'Maria', 'Goeppert', 'maria@example.org', 'ON_SITE', 'ON_SITE', now(), now(), true);
insert into bought_pass (pass_id, reservation_id, status, source_price, final_price, vat, max_entries, first_name, last_name, email,
    acquired_at)
  values (2, '11111111-0000-4000-8000-000000000005', 'ACQUIRED', 16000, 16000, 1199, 5, 'Maria', 'Goeppert', 'maria@example.org',
    now());
insert into mail (checksum, purchase_context_id, reservation_id, recipient, sender_name, subject, text_body, html_body, status,
    next_attempt_at, sent_at, created_at)
  select sha256(id::text::bytea), purchase_context_id, id, email, 'Old Hall', 'Your order', 'Here it is', '<p>Here it is', 'SENT',
    now(), now(), now()
  from reservation where email in ('lise@example.org', 'maria@example.org');
insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
  select created_at, 'RESERVATION_CREATE', purchase_context_id, id, 'RESERVATION', id::text
  from reservation where email in ('lise@example.org', 'maria@example.org');
