-- The books of a month: documents that count, by the day they were issued.
create index billing_document_issued on billing_document ((model ->> 'issuedOn'), id) where status = 'VALID';
