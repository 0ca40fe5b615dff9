-- What migrations 0002 to 0009 have brought: extras, codes, rules, tokens, the waiting list, groups, polls, scans, documents, answers.
insert into additional_service (event_id, type, supplement_policy, title, price, max_qty_per_order, vat_type, inception, expiration)
  values (1, 'SUPPLEMENT', 'OPTIONAL_UNLIMITED_AMOUNT', '{"en": "Programme"}', 500, 5, 'INHERITED', now() - interval '10 days',
    now() + interval '29 days');
insert into promo_code (organization_id, event_id, code, code_type, discount_type, percentage, valid_from, valid_to, created_at)
  values (1, 1, 'FRIENDS', 'DISCOUNT', 'PERCENTAGE', 10, now() - interval '10 days', now() + interval '29 days', now());
insert into ticket_category (event_id, name, price, bounded, max_tickets, access_restricted, inception, expiration, code)
  values (1, 'Guests', 1000, true, 2, true, now() - interval '10 days', now() + interval '29 days', 'GUESTS');
insert into token (category_id, code, status) values (2, 'first-token', 'FREE'), (2, 'second-token', 'FREE');
update ticket set category_id = 2 where id in (9, 10);
insert into additional_service_item (service_id, status, reservation_id, ticket_id)
  values (1, 'ACQUIRED', '11111111-0000-4000-8000-000000000001', 1);
insert into waiting_list_entry (event_id, kind, first_name, last_name, email, language, created_at)
  values (1, 'SOLD_OUT', 'Sofja', 'Kowalewskaja', 'sofja@example.org', 'en', now());
insert into attendee_group (organization_id, name) values (1, 'Members');
insert into attendee_group_member (group_id, value) values (1, 'ada@example.org');
insert into poll (event_id, status, title) values (1, 'OPEN', '{"en": "Encore?"}');
insert into poll_option (poll_id, title) values (1, '{"en": "Yes"}'), (1, '{"en": "No"}');
insert into poll_vote (poll_id, ticket_id, option_id) values (1, 1, 1);
insert into text_override (organization_id, language, key, value) values (1, 'en', 'common.confirm', 'Do it');
insert into check_in_scan (event_id, ticket_uuid, at, scanned_by, operation, status)
  select 1, uuid, now(), 'door', 'SCAN', 'SUCCESS' from ticket where id = 2;
update ticket set status = 'CHECKED_IN' where id = 2;
insert into billing_number (organization_id, sequence, last) values (1, 'INVOICE', 7);
insert into additional_field (event_id, name, type, required, editable, label, ordinal)
  values (1, 'diet', 'TEXT', false, true, '{"en": "Diet"}', 1);
insert into field_value (field_id, ticket_id, value) values (1, 1, 'vegetarian');
insert into vat_number_check (country, number, is_valid, checked_at) values ('CH', 'CHE-123.456.788', true, now());
