-- The details of an order fill in its buyer and its tickets in one statement. The first row of them makes the text that the search of
-- orders reads; the others find themselves in it, and are done (decision 143). Where a name or an address is replaced, moved or erased,
-- the text is made anew, as before.
create or replace function note_order_search() returns trigger language plpgsql as $$
declare
  is_order boolean := tg_table_name = 'reservation';
  own jsonb := to_jsonb(new);
  former jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  own_id uuid := own ->> case when is_order then 'id' else 'reservation_id' end;
  former_id uuid := case when not is_order then former ->> 'reservation_id' end;
  order_id uuid;
  searched text;
begin
  if tg_op = 'UPDATE' and (is_order or former_id = own_id)
    and coalesce(former ->> 'first_name', former ->> 'last_name', former ->> 'email', former ->> 'customer_reference',
      former ->> 'invoice_number') is null
    and coalesce(own ->> 'customer_reference', own ->> 'invoice_number', own -> 'billing' ->> 'companyName',
      own -> 'billing' ->> 'recipient', former -> 'billing' ->> 'companyName', former -> 'billing' ->> 'recipient') is null
    and exists (
      select from public.desk_order_search where reservation_id = own_id and position(' '
        || public.searched_text(concat_ws(' ', own ->> 'first_name', own ->> 'last_name', own ->> 'email')) || ' '
        in ' ' || text || ' ') > 0
    )
  then
    return null;
  end if;
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
