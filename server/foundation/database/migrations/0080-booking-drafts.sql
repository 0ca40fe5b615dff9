-- What a buyer has typed on the page of details and not sent, so that another tab or device with the link of the order has it.
-- A table of its own: writing it must not change the row of the reservation, whose version says whether the order has changed.
-- It ends with the reservation, and when details are sent.
create table booking_draft (
  reservation_id uuid primary key references reservation (id) on delete cascade,
  -- Grows with each draft of the order, also after one was deleted.
  version bigint not null,
  content jsonb not null,
  written_at timestamptz not null
);
