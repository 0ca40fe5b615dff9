-- Sums of orders are read off these two indexes: what the orders of an event cost, and what was confirmed in the last weeks
-- (decision 131).
create index reservation_of_context_with_price on reservation (purchase_context_id, status) include (currency, final_price);
drop index reservation_of_context;
alter index reservation_of_context_with_price rename to reservation_of_context;

create index reservation_confirmed_with_price on reservation (confirmed_at)
  include (purchase_context_id, status, currency, final_price) where confirmed_at is not null;
drop index reservation_confirmed;
alter index reservation_confirmed_with_price rename to reservation_confirmed;

-- Lists and the search ask of each event whether it is public; its row holds its texts, and ten thousand of them are 20 MB.
create index purchase_context_public on purchase_context (id) include (organization_id) where status = 'PUBLIC';
