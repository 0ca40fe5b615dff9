-- What the shop has written by itself, so that it does so once. A mark is set in the transaction that queues its mail.

alter table reservation
  -- The buyer, of the transfer.
  add transfer_reminded_at timestamptz,
  -- The buyer, last, of tickets that nobody holds yet.
  add names_reminded_at timestamptz;

-- The holder, of questions without an answer.
alter table ticket add answers_reminded_at timestamptz;

-- The organiser, last, of transfers that are due.
alter table event add transfers_listed_at timestamptz;
