-- The visit that has made a reservation, as a digest of its session: so that it knows its open ones (decision 20).

alter table reservation add visit text;
create index reservation_open_of_visit on reservation (visit) where status = 'PENDING' and visit is not null;
