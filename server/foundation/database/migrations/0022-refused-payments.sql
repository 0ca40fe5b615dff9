-- Why the provider has refused a payment, for the buyer who comes back to the order: the code of a text.
alter table payment_transaction add column refusal text;
