-- The home of the desk reads what has been confirmed in the last weeks, and which mails have been given up.
create index reservation_confirmed on reservation (confirmed_at) where confirmed_at is not null;
create index mail_given_up on mail (created_at) where status = 'ERROR';

-- Events and passes that the sample has made (server/organiser/event-file/sample), and their organisations, so that they can
-- be removed in one press. An event or pass whose version has grown since is an organiser's own.
create table sample_context (
  id integer primary key references purchase_context on delete cascade,
  version integer not null
);
create table sample_organization (
  id integer primary key references organization on delete cascade
);
