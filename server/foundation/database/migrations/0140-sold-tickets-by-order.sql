-- The figures of an event sum its sold tickets by order: they are read off this index in its order, and not from their rows, which
-- are five times as many pages (decision 139). A ticket that is held has no entry, so that holding seats costs nothing.
create index ticket_sold on ticket (event_id, reservation_id, category_id) include (final_price, discount)
  where status in ('TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN');
