-- Of which end its owner has been reminded (docs/rules/lifecycle-and-payments.md A.4); another one is a new reason.
alter table bought_pass add column end_reminded_for timestamptz;
create index bought_pass_to_remind on bought_pass (valid_to) where status = 'ACQUIRED' and valid_to is not null;
