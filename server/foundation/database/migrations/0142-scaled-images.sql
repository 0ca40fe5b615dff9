-- Images of the shop in the widths that pages show them in, made at the first request (decision 150).
create table scaled_image (
  digest text not null references file on delete cascade,
  -- Pixels.
  width integer not null,
  -- WebP; null: the stored image is no larger, or can't be scaled, and is sent itself.
  content bytea,
  primary key (digest, width)
);
alter table scaled_image alter content set storage external;
