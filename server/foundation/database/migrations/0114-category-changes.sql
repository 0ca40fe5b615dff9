-- An order that pays the difference when a ticket of another order moves to a dearer category (decision 110): it holds the seat in
-- that category until it is paid, then the ticket takes the seat and the order keeps its price alone.
alter table reservation
  add changes_order uuid references reservation on delete set null,
  add changes_ticket bigint;
create index reservation_changes_order on reservation (changes_order) where changes_order is not null;
