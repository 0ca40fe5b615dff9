-- The pass that paid for tickets of an open order has ended, and the shop has taken it off (domain rules 7.3).

alter table reservation
  -- The buyer has not been shown yet that the order costs more: nothing is charged by the next Pay.
  add column pass_end_unseen boolean not null default false;
