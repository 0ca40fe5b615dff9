-- Wallets hold bought passes, too (docs/decisions/0047-passes-in-wallets.md).

alter table wallet_pass drop constraint wallet_pass_event_id_fkey;
alter table wallet_pass rename column event_id to purchase_context_id;
alter table wallet_pass add foreign key (purchase_context_id) references purchase_context on delete cascade;
alter index wallet_pass_of_event rename to wallet_pass_of_context;

-- Null: a bought pass, of which serial_number is the public id; of a ticket it is the private one.
alter table wallet_pass alter column category_id drop not null;
alter table wallet_pass rename column ticket_uuid to serial_number;
alter table wallet_pass rename column ticket_public_uuid to public_id;

-- Signs what devices prove with that they have a pass. It never leaves the server.
alter table pass add column secret_key text not null default gen_random_uuid()::text || gen_random_uuid()::text;
