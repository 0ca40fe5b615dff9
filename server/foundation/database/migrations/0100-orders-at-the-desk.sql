-- What the search of orders at the desk reads of each: the people on it, folded (decision 100). The database keeps it true, whichever
-- code writes an order, so that erasing a person erases them here in the same statement.
create table desk_order_search (
  reservation_id uuid primary key references reservation on delete cascade,
  text text not null
);

-- Without accents and case, as `folded` of domain/catalog/catalog/find-events.ts does.
create function folded(text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')),
    'øłđðı', 'olddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- As people write umlauts where there is no key for them: "Mueller" for Müller.
create function spelled_out(text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(lower(normalize($1, nfc)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe')
$$;

-- Both writings, where there are two.
create function searched_text(text) returns text language plpgsql immutable parallel safe as $$
declare
  plain text := public.folded($1);
  spelled text := public.folded(public.spelled_out($1));
begin
  return case plain when spelled then plain else plain || ' ' || spelled end;
end
$$;

create function order_search_text(order_id uuid) returns text language sql stable as $$
  with named as (
    select concat_ws(' ', first_name, last_name, email, customer_reference, invoice_number, billing ->> 'companyName', billing ->> 'recipient')
      as part from public.reservation where id = order_id
    union select concat_ws(' ', first_name, last_name, email) from public.ticket where reservation_id = order_id
    union select concat_ws(' ', first_name, last_name, email) from public.bought_pass where reservation_id = order_id
  )
  select public.searched_text(string_agg(part, ' ' order by part)) from named where part <> ''
$$;

create function note_order_search() returns trigger language plpgsql as $$
declare
  own_id uuid := case tg_table_name when 'reservation' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'reservation_id' end;
  former_id uuid := case when tg_table_name <> 'reservation' and tg_op = 'UPDATE' then to_jsonb(old) ->> 'reservation_id' end;
  order_id uuid;
  searched text;
begin
  foreach order_id in array array[own_id, nullif(former_id, own_id)] loop
    continue when order_id is null;
    searched := public.order_search_text(order_id);
    if searched is null then
      delete from public.desk_order_search where reservation_id = order_id;
    else
      insert into public.desk_order_search (reservation_id, text)
        select id, searched from public.reservation where id = order_id
        on conflict (reservation_id) do update set text = excluded.text where desk_order_search.text <> excluded.text;
    end if;
  end loop;
  return null;
end
$$;

create trigger desk_search_insert after insert on reservation for each row
  when (new.email is not null or new.first_name is not null) execute function note_order_search();
create trigger desk_search_update after update on reservation for each row
  when ((old.first_name, old.last_name, old.email, old.customer_reference, old.invoice_number, old.billing)
    is distinct from (new.first_name, new.last_name, new.email, new.customer_reference, new.invoice_number, new.billing))
  execute function note_order_search();
create trigger desk_search_insert after insert on ticket for each row
  when (new.reservation_id is not null and new.email is not null) execute function note_order_search();
create trigger desk_search_update after update on ticket for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email)
    or (old.reservation_id is distinct from new.reservation_id and (old.email is not null or new.email is not null)))
  execute function note_order_search();
create trigger desk_search_insert after insert on bought_pass for each row
  when (new.email is not null) execute function note_order_search();
create trigger desk_search_update after update on bought_pass for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email))
  execute function note_order_search();

-- All that there are, by one statement.
insert into desk_order_search (reservation_id, text)
  select id, searched_text(string_agg(part, ' ' order by part)) from (
    select id, concat_ws(' ', first_name, last_name, email, customer_reference, invoice_number, billing ->> 'companyName', billing ->> 'recipient')
      as part from reservation
    union select reservation_id, concat_ws(' ', first_name, last_name, email) from ticket where reservation_id is not null
    union select reservation_id, concat_ws(' ', first_name, last_name, email) from bought_pass where reservation_id is not null
  ) as named where part <> '' group by id;

-- Parts of names are found by trigrams. A database without the extension finds them too, by reading every text.
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm;
  select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index desk_order_search_parts on desk_order_search using gin (text %I.gin_trgm_ops)', place);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'no pg_trgm: the search of orders reads every text';
end
$$;

-- The latest first, page by page.
create index reservation_by_time on reservation (created_at, id);

-- What members write about an order: notes with who and when, and words that it is found by. Erased with its people.
create table order_note (
  id bigint generated always as identity primary key,
  reservation_id uuid not null references reservation on delete cascade,
  member_id integer references member on delete set null,
  author text not null,
  text text not null,
  at timestamptz not null
);
create index order_note_of_order on order_note (reservation_id, id);
create index order_note_of_member on order_note (member_id);
create table order_tag (
  reservation_id uuid not null references reservation on delete cascade,
  tag text not null,
  primary key (reservation_id, tag)
);
create index order_tag_by_name on order_tag (tag);
