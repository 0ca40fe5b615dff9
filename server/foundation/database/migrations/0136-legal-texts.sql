-- Terms and privacy policies of the shop and of organisations, by version (decision 135). A version that is published stays as it is,
-- for orders keep its address.
create table legal_text (
  id uuid primary key,
  -- Null: of the shop.
  organization_id integer references organization on delete cascade,
  kind text not null check (kind in ('TERMS', 'PRIVACY')),
  -- Markdown by language.
  texts jsonb not null,
  -- 1 is the first version; null: a draft.
  number integer,
  published_at timestamptz,
  constraint legal_text_published check ((number is null) = (published_at is null)),
  -- One draft of a kind at most, too.
  constraint legal_text_number unique nulls not distinct (organization_id, kind, number)
);
