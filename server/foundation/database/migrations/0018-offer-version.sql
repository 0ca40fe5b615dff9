-- Counts the changes of what the shop keeps in memory of an event: the event itself, its organisation, categories, extras,
-- questions, groups, codes and discount rules, its settings and its own words. What is in memory is as good as the
-- table while the count is the same, in every process (decision 23). Counted here, so that no writer can forget it.

create table offer_version (
  -- The purchase context; 0 is what several of them share: settings and words of the shop and of organisations.
  id integer primary key,
  version bigint not null
);
insert into offer_version (id, version) select 0, 1 union all select id, 1 from purchase_context;

-- The argument says which context a changed row belongs to; null: to several. In the order of their ids, so that two
-- writers never wait for each other.
create function note_offer_change() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into public.offer_version (id, version)
     select distinct coalesce(%s, 0), 1 from changed order by 1
     on conflict (id) do update set version = offer_version.version + 1', tg_argv[0]);
  return null;
end
$$;

do $$
declare
  source record;
begin
  for source in
    select * from (values
      ('organization', 'null::integer'),
      ('purchase_context', 'id'),
      ('event', 'id'),
      ('ticket_category', 'event_id'),
      ('additional_service', 'event_id'),
      ('additional_field', 'event_id'),
      ('discount_rule', 'event_id'),
      ('attendee_group_link', 'event_id'),
      ('promo_code', 'event_id'),
      ('text_override', 'purchase_context_id'),
      ('setting', 'purchase_context_id, (select event_id from ticket_category as c where c.id = category_id)')
    ) as of_table (name, context)
  loop
    execute format('create trigger offer_insert after insert on %I referencing new table as changed
      for each statement execute function note_offer_change(%L)', source.name, source.context);
    execute format('create trigger offer_update after update on %I referencing new table as changed
      for each statement execute function note_offer_change(%L)', source.name, source.context);
    execute format('create trigger offer_delete after delete on %I referencing old table as changed
      for each statement execute function note_offer_change(%L)', source.name, source.context);
  end loop;
end
$$;
