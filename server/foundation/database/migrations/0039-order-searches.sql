-- Buyers without an account have the links of their orders sent to their address.

-- What is still to be looked up and mailed; a row goes when its mail is queued, or there is nothing to mail.
create table order_search (
  id bigint generated always as identity primary key,
  -- In lower case.
  email text not null,
  language text not null,
  asked_at timestamptz not null
);

create index reservation_of_email on reservation (lower(email)) where email is not null;

alter table mail_request drop constraint mail_request_kind_check;
alter table mail_request add constraint mail_request_kind_check check (kind in ('AGAIN', 'PASS_ON', 'ORDERS'));
