-- The extras of a sale at a door, as they were sold (decision 125); beside the tickets in box_sale_line.
create table box_sale_extra (
  sale_id integer not null references box_sale on delete cascade,
  service_id integer not null references additional_service on delete cascade,
  quantity integer not null,
  amount bigint not null,
  primary key (sale_id, service_id)
);
create index box_sale_extra_service on box_sale_extra (service_id);
