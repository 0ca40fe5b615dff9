-- Whether PIN and number of a bought pass stand on its page, in its mails and on its document; whoever orders it decides.
alter table bought_pass add column display_pin boolean not null default true;
