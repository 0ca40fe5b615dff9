-- The address by which a person leaves the waiting list, for List-Unsubscribe of the mails about it (RFC 8058; domain rules 6.2).
alter table waiting_list_entry add column leave_key uuid not null default gen_random_uuid() unique;
-- Null: the mail names none.
alter table mail add column unsubscribe_url text;
