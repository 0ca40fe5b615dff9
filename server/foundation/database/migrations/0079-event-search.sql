-- What the search of the lists reads of an event: its texts in all languages, folded by the program (decision 81). Folding
-- is the program's, and noting what has to be folded anew the database's, whichever
-- code has written them.

create table event_search (
  event_id integer primary key references event on delete cascade,
  -- Which entry of event_search_due it was made for: an older reading never replaces a newer one.
  change bigint not null,
  text text not null,
  words tsvector not null
);
-- Read as it is: to unpack a text takes longer than to search it, and words such as "the" are in every text.
alter table event_search alter column text set storage external, alter column words set storage external;
alter table event_search set (toast_tuple_target = 8160);
create index event_search_words on event_search using gin (words);

-- Each word that an event has, or had: a word with one wrong letter is compared with them.
create table search_word (word text primary key);

create sequence event_search_change;
create table event_search_due (
  event_id integer primary key references event on delete cascade,
  change bigint not null default nextval('event_search_change')
);

-- Parts of words are found by trigrams. A database without the extension finds them too, by reading every text.
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm;
  select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index event_search_parts on event_search using gin (text %I.gin_trgm_ops)', place);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'no pg_trgm: the search for parts of words reads every text';
end
$$;

create function note_search_change() returns trigger language plpgsql as $$
begin
  insert into public.event_search_due (event_id)
    select event.id from public.event join public.purchase_context using (id)
    where case tg_table_name when 'organization' then organization_id else event.id end = new.id order by 1
    on conflict (event_id) do update set change = nextval('public.event_search_change');
  return null;
end
$$;

create trigger search_insert after insert on event for each row execute function note_search_change();
create trigger search_update after update on event for each row
  when (old.location is distinct from new.location) execute function note_search_change();
create trigger search_update after update on purchase_context for each row
  when ((old.title, old.short_description, old.description, old.tags, old.organization_id)
    is distinct from (new.title, new.short_description, new.description, new.tags, new.organization_id))
  execute function note_search_change();
create trigger search_update after update on organization for each row
  when (old.name is distinct from new.name) execute function note_search_change();

insert into event_search_due (event_id) select id from event order by id;
